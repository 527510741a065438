export interface LogAudit {
  /** Begins with a log. `profile` and `origin` may be empty: the default, and the file of every host in the log. */
  start(robots: string, profile: string, origin: string): void;
  /** Takes the next bytes. Throws a `WebAssembly.RuntimeError` if the log needs more memory than 256 MiB. */
  push(piece: Uint8Array): void;
  /** What `maycrawl audit --format json` writes. */
  finish(): string;
}

export function loadAudit(source: string): Promise<LogAudit>;
