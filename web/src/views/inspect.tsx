/** What an inspection found: may the page be crawled, may it be shown in results, and what it says to crawlers. */

import { useEffect, useRef } from "preact/hooks";
import { isUnreachable, signOf } from "../answers.ts";
import type { Answer, Inspected, InspectedPage, Judged } from "../api.ts";
import { count, sentence, visible } from "../format.ts";
import { closeInspect, inspection, openInspect } from "../inspect.ts";
import { known } from "../state.ts";
import { Deciding, PolicyDifferences } from "./deciding-rule.tsx";
import { unreachable } from "./verdict.tsx";

export function InspectDialog() {
  const own = useRef<HTMLDialogElement>(null);
  const what = inspection.value;
  useEffect(() => {
    if (what.is === "closed") own.current?.close();
    else if (!own.current?.open) own.current?.showModal();
  }, [what]);
  return (
    <dialog
      class="submit inspect"
      data-testid="inspect-dialog"
      data-state={what.is}
      aria-labelledby="inspect-title"
      ref={own}
      onClose={closeInspect}
    >
      <div class="submit-head">
        <h2 id="inspect-title">Inspect</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => own.current?.close()}>
          ✕
        </button>
      </div>
      {what.is !== "closed" && <bdi class="mono inspect-url">{visible(what.url)}</bdi>}
      <div role="status" aria-busy={what.is === "busy"}>
        {what.is === "busy" && <p class="muted">Fetching the page…</p>}
        {what.is === "failed" && <p class="status-error">{sentence(what.why)}</p>}
        {what.is === "done" && <Found found={what.found} />}
      </div>
      {(what.is === "done" || what.is === "failed") && (
        <button
          type="button"
          data-testid="inspect-again"
          onClick={() => void openInspect(what.url, what.agent)}
        >
          Inspect again
        </button>
      )}
    </dialog>
  );
}

function Found({ found }: { found: Inspected }) {
  return (
    <>
      <p data-testid="inspect-message">{sentence(found.message)}</p>
      {found.steps.length > 1 && (
        <ol class="hops" aria-label="Redirects">
          {found.steps.map((step) => (
            <li key={step.url}>
              <bdi class="mono">{visible(step.url)}</bdi> {step.status ?? ""}
            </li>
          ))}
        </ol>
      )}
      {found.agents.map((judged) => (
        <Agent key={judged.agent} judged={judged} />
      ))}
      {found.page && <Page found={found.page} />}
    </>
  );
}

function Agent({ judged }: { judged: Judged }) {
  const { crawl } = judged;
  const sign = judged.indexable ? "✓" : judged.index === "unknown" ? "?" : "✕";
  return (
    <section
      class="judged"
      data-testid="judged"
      data-agent={judged.agent}
      data-index={judged.index}
      data-crawl={crawl?.outcome ?? ""}
    >
      <h3>{visible(judged.agent)}</h3>
      <dl>
        {crawl && (
          <div>
            <dt>Crawlable</dt>
            <dd>
              <Crawlable crawl={crawl} />{" "}
              <PolicyDifferences differs={judged.differs_under} testId="inspect-differs" />
            </dd>
          </div>
        )}
        <div>
          <dt>Indexable</dt>
          <dd>
            {sign} {sentence(judged.message)}
          </dd>
        </div>
        {judged.rules.length > 0 && (
          <div>
            <dt>Rules</dt>
            <dd>
              {judged.rules.map(({ rule, place }) => (
                <span key={`${rule} ${place}`} class="rule">
                  <code>{visible(rule)}</code> ({place}){" "}
                </span>
              ))}
            </dd>
          </div>
        )}
        {judged.closed > 0 && <Closed judged={judged} />}
      </dl>
    </section>
  );
}

function Crawlable({ crawl }: { crawl: Answer }) {
  const { sign, word } = signOf(crawl);
  if (isUnreachable(crawl))
    return (
      <>
        {sign} {word}: {unreachable(crawl)}
      </>
    );
  return (
    <>
      {sign} {crawl.decision === "allowed" ? "Yes" : "No"}: <Deciding answer={crawl} />
    </>
  );
}

/** Only Google says what becomes of a page whose files are blocked. */
function isOfGoogle(agent: string): boolean {
  return known.value.some(({ token, operator }) => token === agent && operator === "Google");
}

function Closed({ judged }: { judged: Judged }) {
  const left = judged.closed - judged.closed_resources.length;
  return (
    <div data-testid="closed-resources">
      <dt>Resources</dt>
      <dd>
        ✕ {count(judged.closed, "file")} that the page loads {judged.closed === 1 ? "is" : "are"}{" "}
        blocked, of {judged.closed + judged.open} on this host.
        {isOfGoogle(judged.agent) &&
          ` Google renders the page without ${judged.closed === 1 ? "it" : "them"}.`}
        <ul>
          {judged.closed_resources.map(({ url, kind, line }) => (
            <li key={url}>
              {kind} <bdi class="mono">{visible(url)}</bdi>
              {line > 0 && ` (line ${line})`}
            </li>
          ))}
        </ul>
        {left > 0 && `and ${left} more`}
      </dd>
    </div>
  );
}

function Page({ found }: { found: InspectedPage }) {
  return (
    <section class="judged" data-testid="inspected-page">
      <h3>The page</h3>
      <dl>
        <Row name="Type" value={found.content_type} />
        <Row name="Canonical" value={found.canonical.join(", ")} />
        {found.links > 0 && (
          <Row
            name="Links"
            value={`${found.links.toLocaleString("en")}, ${found.nofollow_links} with rel=nofollow`}
          />
        )}
      </dl>
      {found.directives.length > 0 && <Directives found={found.directives} />}
      <ul>
        {found.notes.map((note) => (
          <li key={note}>{visible(note)}</li>
        ))}
      </ul>
    </section>
  );
}

function Row({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{visible(value)}</dd>
    </div>
  );
}

function Directives({ found }: { found: InspectedPage["directives"] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">For</th>
          <th scope="col">Rules</th>
        </tr>
      </thead>
      <tbody>
        {found.map((list, index) => (
          <tr key={index} data-testid="directives" data-agent={list.agent ?? "*"}>
            <td>{list.place}</td>
            <td>{list.agent ? visible(list.agent) : "all crawlers"}</td>
            <td>
              <code>{visible(list.rules.join(", "))}</code>
              {list.outside_head && " (outside of <head>: no effect)"}
              {list.ignored.map((ignored) => (
                <span key={ignored} class="muted">
                  {" "}
                  {sentence(visible(ignored))}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
