/** Which URLs, and for which crawlers. */

import { useSignal } from "@preact/signals";
import { addAgents, addCrawler, addSitemapUrls, addUrls, removeAgents } from "../actions.ts";
import { PRESETS, type Preset, tokenError } from "../crawlers.ts";
import { escapeInvisible, formatCount } from "../format.ts";
import * as page from "../state.ts";
import { readUrlFile } from "../url-import.ts";
import { parseUrlList } from "../url-list.ts";

export function Inputs() {
  return (
    <section class="questions" aria-label="URLs and crawlers">
      <UrlBox />
      <CrawlerBox />
    </section>
  );
}

async function readFiles(files: FileList | null | undefined): Promise<void> {
  for (const file of files ?? []) {
    try {
      const { urls, format } = await readUrlFile(file);
      if (urls.length === 0) page.showError(`${file.name} has no URLs`);
      else addUrls(urls, `${file.name}, ${format}`);
    } catch (error) {
      page.showError(`${file.name}: ${error instanceof Error ? error.message : "cannot be read"}`);
    }
  }
}

function UrlBox() {
  const typed = useSignal("");
  const isOver = useSignal(false);
  const isReading = useSignal(false);
  const add = (event: Event) => {
    event.preventDefault();
    const urls = parseUrlList(typed.value);
    if (urls.length === 0) return;
    addUrls(urls);
    typed.value = "";
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(text.trim())) return;
    // An input would join the lines.
    event.preventDefault();
    addUrls(parseUrlList(text), "the clipboard");
  };
  return (
    <form
      class={`ask ${isOver.value ? "ask-over" : ""}`}
      onSubmit={add}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        void readFiles(event.dataTransfer?.files);
      }}
    >
      <label for="url">URLs</label>
      <input
        id="url"
        data-testid="url-input"
        type="text"
        inputMode="url"
        spellcheck={false}
        placeholder="A URL or a path; paste a list; drop a file"
        value={typed.value}
        onPaste={paste}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit" data-testid="add-url">
        Add
      </button>
      <label class="button" title="A list, a CSV or a sitemap, also as .gz">
        File…
        <input
          class="visually-hidden"
          data-testid="url-file"
          type="file"
          accept=".txt,.csv,.tsv,.xml,.gz"
          aria-label="URLs from a list, a CSV or a sitemap"
          onChange={(event) => {
            const input = event.currentTarget;
            // The same file may be chosen again.
            void readFiles(input.files).then(() => {
              input.value = "";
            });
          }}
        />
      </label>
      <button
        type="button"
        data-testid="add-sitemap"
        title="What the open site's sitemaps list, or the sitemap whose address is in the box"
        disabled={isReading.value}
        onClick={() => {
          isReading.value = true;
          void addSitemapUrls(typed.value).then((isTaken) => {
            isReading.value = false;
            if (isTaken) typed.value = "";
          });
        }}
      >
        Sitemap
      </button>
      <button
        type="button"
        class="quiet"
        data-testid="clear-urls"
        disabled={page.urls.value.length === 0}
        onClick={() => {
          page.urls.value = [];
        }}
      >
        Clear {formatCount(page.urls.value.length, "URL")}
      </button>
    </form>
  );
}

function CrawlerBox() {
  const typed = useSignal("");
  const add = (event: Event) => {
    event.preventDefault();
    const name = typed.value.trim();
    const fault = tokenError(name);
    if (fault) return page.showError(fault);
    typed.value = "";
    void addCrawler(name).then((isAdded) => {
      // It can be corrected, unless the next one is being typed.
      if (!isAdded && typed.peek() === "") typed.value = name;
    });
  };
  return (
    <>
      <form class="ask" onSubmit={add}>
        <label for="crawler">Crawlers</label>
        <input
          id="crawler"
          class="ask-crawler"
          data-testid="crawler-input"
          type="text"
          list="known-crawlers"
          spellcheck={false}
          maxLength={256}
          placeholder="Crawler name"
          title="Crawler name, such as GPTBot"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
        <datalist id="known-crawlers">
          {page.knownCrawlers.value.map((known) => (
            <option key={known.token} value={known.token}>
              {[known.operator, known.purpose].filter(Boolean).join(", ")}
            </option>
          ))}
        </datalist>
        <button type="submit" data-testid="add-crawler">
          Add
        </button>
        <span class="presets" role="group" aria-label="Groups of crawlers">
          {PRESETS.map((preset) => (
            <PresetButton key={preset.id} preset={preset} />
          ))}
        </span>
      </form>
      <Chips />
    </>
  );
}

/** Adds a group of crawlers; when all are there, takes them away. */
function PresetButton({ preset }: { preset: Preset }) {
  const tokens = page.knownCrawlers.value.filter(preset.includes).map((known) => known.token);
  const present = new Set(page.agents.value);
  const isOn = tokens.length > 0 && tokens.every((token) => present.has(token));
  return (
    <button
      type="button"
      class="preset"
      data-testid={`preset-${preset.id}`}
      aria-pressed={isOn}
      title={`${preset.title} (${tokens.length})`}
      disabled={tokens.length === 0}
      onClick={() => (isOn ? removeAgents(tokens) : addAgents(tokens))}
    >
      {preset.name}
    </button>
  );
}

function Chips() {
  const about = new Map(page.knownCrawlers.value.map((known) => [known.token, known]));
  const title = (token: string) => {
    const known = about.get(token);
    if (!known) return "Not in the table: its own group, or *";
    return [known.operator, known.purpose, known.conduct, known.note].filter(Boolean).join(" · ");
  };
  return (
    <ul class="chips" aria-label="Chosen crawlers" data-testid="crawlers">
      {page.agents.value.map((agent) => (
        <li key={agent} class="chip" title={title(agent)}>
          {escapeInvisible(agent)}
          <button
            type="button"
            aria-label={`Remove ${agent}`}
            onClick={() => removeAgents([agent])}
          >
            ×
          </button>
        </li>
      ))}
      {page.agents.value.length === 0 && <li class="muted">No crawler is chosen.</li>}
    </ul>
  );
}
