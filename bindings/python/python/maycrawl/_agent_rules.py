"""Rules by User-Agent header, for the drop-ins: they are asked with a header at every call."""

from __future__ import annotations

from ._maycrawl import RobotsTxt, Rules, UrlError

# A crawler has one name, or a few. A program that invents names must not fill the memory.
_MAX_AGENTS = 64


class AgentRules:
    """A robots.txt, and the rules of the last programs that were asked about."""

    def __init__(self, content: bytes, reader: str | None = None) -> None:
        self.robots = RobotsTxt.parse(content)
        self._read_by = RobotsTxt.parse(content, reader=reader) if reader else None
        self._rules: dict[str, Rules] = {}
        self._delays: dict[str, float | None] = {}

    def is_allowed(self, user_agent: str, url: str | bytes) -> bool:
        """Whether the sender of this header may fetch the URL. A text that is not a URL is not allowed."""
        if self._read_by:
            try:
                return self._read_by.is_allowed(user_agent, url)
            except UrlError:
                return False
        rules = self._rules.get(user_agent)
        if rules is None:
            rules = self.robots.rules_for_user_agent(user_agent)
            if len(self._rules) >= _MAX_AGENTS:
                self._rules.clear()
            self._rules[user_agent] = rules
        try:
            return rules.is_allowed(url)
        except UrlError:
            return False

    def crawl_delay(self, user_agent: str) -> float | None:
        """The longest ``Crawl-delay`` of the groups of the sender of this header, in seconds."""
        if user_agent not in self._delays:
            if len(self._delays) >= _MAX_AGENTS:
                self._delays.clear()
            self._delays[user_agent] = self.robots.crawl_delay_for_user_agent(user_agent)
        return self._delays[user_agent]

    def values(self, user_agent: str, *keys: str) -> list[str]:
        """The values of these fields in the groups of the sender of this header, in order."""
        lines = self.robots.other_lines(user_agent)
        return [line.value for line in lines if line.key.lower() in keys]
