/** The URLs: an input, a drop zone for files, and buttons for files and sitemaps. */

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { addSitemapUrls, addUrls } from "../actions.ts";
import { takeFiles } from "../dropped-files.ts";
import { t } from "../language.ts";
import { hasService } from "../service.ts";
import * as page from "../state.ts";
import { readUrlText } from "../url-import.ts";
import { parseUrlList, unquote } from "../url-list.ts";
import { takePastedLines } from "./pasted-lines.ts";

export function UrlInputs() {
  const typed = useSignal("");
  const add = () => {
    const urls = parseUrlList(typed.value).map(unquote);
    if (urls.length === 0) return;
    addUrls(urls);
    typed.value = "";
  };
  return (
    <DropForm onSubmit={add}>
      <label for="url">{t("urls")}</label>
      <UrlInput typed={typed} />
      <button type="submit" data-testid="add-url">
        {t("add")}
      </button>
      <FileButton />
      {hasService && <SitemapButton typed={typed} />}
      <ClearButton />
    </DropForm>
  );
}

interface DropFormProps {
  onSubmit: () => void;
  children: ComponentChildren;
}

/** A form that is also a drop zone for files. */
function DropForm({ onSubmit, children }: DropFormProps) {
  const isOver = useSignal(false);
  return (
    <form
      class={`input-row ${isOver.value ? "input-row-over" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
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
        void takeFiles(event.dataTransfer?.files);
      }}
    >
      {children}
    </form>
  );
}

interface TypedProps {
  /** The text of the input. */
  typed: Signal<string>;
}

function UrlInput({ typed }: TypedProps) {
  const paste = (event: ClipboardEvent) => {
    const lines = takePastedLines(event);
    if (lines !== null) addUrls(readUrlText(lines).urls.map(unquote), t("urls-clipboard"));
  };
  return (
    <input
      id="url"
      data-testid="url-input"
      type="text"
      inputMode="url"
      spellcheck={false}
      placeholder={t("urls-placeholder")}
      value={typed.value}
      onPaste={paste}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
      }}
    />
  );
}

function FileButton() {
  return (
    <label class="button" title={t("urls-file-title")}>
      {t("urls-file")}
      <input
        class="visually-hidden"
        data-testid="url-file"
        type="file"
        accept={hasService ? ".txt,.csv,.tsv,.xml,.log,.gz" : ".txt,.csv,.tsv,.log,.gz"}
        aria-label={t("urls-file-label")}
        onChange={(event) => {
          const input = event.currentTarget;
          // The value is cleared so that the same file can be chosen again.
          void takeFiles(input.files).then(() => {
            input.value = "";
          });
        }}
      />
    </label>
  );
}

function SitemapButton({ typed }: TypedProps) {
  const isReading = useSignal(false);
  const read = async () => {
    isReading.value = true;
    const isAdded = await addSitemapUrls(typed.value);
    isReading.value = false;
    if (isAdded) typed.value = "";
  };
  return (
    <button
      type="button"
      data-testid="add-sitemap"
      title={t("urls-sitemap-title")}
      disabled={isReading.value}
      onClick={() => void read()}
    >
      {t("recipes-sitemap")}
    </button>
  );
}

function ClearButton() {
  const count = page.urls.value.length;
  return (
    <button
      type="button"
      class="quiet"
      data-testid="clear-urls"
      disabled={count === 0}
      onClick={() => {
        page.urls.value = [];
      }}
    >
      {t("urls-clear", { count })}
    </button>
  );
}
