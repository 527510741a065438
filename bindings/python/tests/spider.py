"""A spider for the tests: reads URLs and settings as JSON, requests the URLs one after another, prints what it saw."""

import json
import sys

import scrapy
from scrapy.crawler import CrawlerProcess

given = json.load(sys.stdin)
seen = {"delays": [], "error": None, "stats": {}}


class Spider(scrapy.Spider):
    name = "test"
    allowed_domains = given.get("allowed_domains")

    async def start(self):
        for url in given["urls"]:
            yield scrapy.Request(url, callback=self.parse, errback=self.failed)

    def parse(self, response):
        slots = self.crawler.engine.downloader.slots
        seen["delays"].append(max(slot.delay for slot in slots.values()))

    def failed(self, failure):
        pass

    def closed(self, reason):
        stats = self.crawler.stats.get_stats()
        seen["stats"] = {key: value for key, value in stats.items() if key.startswith("robotstxt/")}


settings = {
    "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": 1,
    "LOG_LEVEL": "ERROR",
    "RETRY_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    **given["settings"],
}
process = CrawlerProcess(settings)
crawl = process.crawl(Spider)
crawl.addErrback(lambda failure: seen.update(error=str(failure.value)))
process.start()
print(json.dumps(seen))
