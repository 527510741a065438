export * from "./lib/errors.js";

/** How a file is read. The verbatim ones compare names byte for byte and have no limit of size, as google/robotstxt. */
export type Profile =
  | "google" | "google-2019" | "rfc9309"
  | "google-verbatim" | "google-2019-verbatim" | "rfc9309-verbatim";

export interface ParseOptions {
  /** Default: `google`. */
  profile?: Profile;
  /** The site of the file. URLs of other sites are then not allowed, whatever the rules say. */
  origin?: string;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly decision: "allowed" | "disallowed" | "not-applicable";
  /** The number of the deciding line, from 1. */
  readonly line: number | null;
  /** The reason as a code, such as `rule` or `no-rule-matched`. */
  readonly reason: string;
}

/** A value in the memory of the module. It is freed with its object, or earlier by `free`. */
export class Held {
  protected constructor();
  free(): void;
}

/** The rules of one crawler. */
export class Rules extends Held {
  /** The product token. */
  readonly token: string;
  /** Throws `UrlError`. */
  check(url: string | URL): Verdict;
  /** Throws `UrlError`. */
  isAllowed(url: string | URL): boolean;
}

/** A parsed robots.txt. Any bytes are one. */
export class RobotsTxt<T extends string | Uint8Array | ArrayBuffer = string | Uint8Array | ArrayBuffer> extends Held {
  /** Throws `ProfileError`, and `UrlError` for a wrong origin. */
  constructor(content: T, options?: ParseOptions);
  /** Throws `CrawlerNameError`. */
  rulesFor(crawler: string): Rules;
  /** The rules of the program that sends this User-Agent header. */
  rulesForUserAgent(header: string): Rules;
  /** For many URLs of one crawler call `rulesFor` once. Throws `CrawlerNameError` and `UrlError`. */
  check(crawler: string, url: string | URL): Verdict;
  isAllowed(crawler: string, url: string | URL): boolean;
}
