/** The messages between the page and the worker that audits a log, and the report as `maycrawl audit --format json` has it. */

export interface AuditQuestion {
  /** The address of the module. */
  module: string;
  robots: string;
  /** Empty for the default. */
  profile: string;
  /** The origin of the robots.txt, or empty: then it is that of every host in the log. */
  origin: string;
  log: Blob;
}

/** Why a log was not audited: the module was not loaded, its memory was too small, or the file could not be read. */
export type AuditFailure = "load" | "memory" | "read";

/** What was not read: nothing, what is over the limit, or what could not be unpacked. */
export type LeftOut = "nothing" | "over-limit" | "broken";

export type FromAudit =
  /** The part of the file that was read, from 0 to 1. */
  | { is: "read"; part: number }
  | { is: "done"; report: AuditReport; leftOut: LeftOut }
  | { is: "failed"; why: AuditFailure };

/** The requests of one crawler. Here all of them are known by name only. */
export interface CrawlerRow {
  crawler: string;
  requests: number;
  obeyed: number;
  disobeyed: number;
  reading_not_known: number;
  never_asked: number;
  excused: number;
  not_known: number;
}

/** A request that every copy of the crawler disallowed. */
export interface AuditExample {
  at: string;
  crawler: string;
  target: string;
  class: string;
  reads: { at: string }[];
  copies: { line: number | null }[];
  window: { line: number | null }[];
}

export interface AuditReport {
  lines: number;
  requests: number;
  /** Lines that were not read, by reason. */
  unreadable: Record<string, number>;
  first: string | null;
  last: string | null;
  crawlers: CrawlerRow[];
  zone_assumed: number;
  other_sites: number;
  has_one_peer: boolean;
  late: number;
  examples: AuditExample[];
}
