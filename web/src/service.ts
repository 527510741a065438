/**
 * Where the service is, which fetches live sites. The page that a service sends asks that service. The static tester
 * (`make tester`) has the address in its document, and none if it was built without one.
 */

/** What stands before a path of the API; null: there is no service. `setting` is what the document says, if anything. */
export function serviceOf(setting: string | undefined): string | null {
  if (setting === undefined) return "";
  return setting === "" ? null : setting.replace(/\/$/, "");
}

/** What a static tester has in its document, and a page of the service has not. */
function settingOfDocument(): string | undefined {
  // The unit tests have no document.
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="maycrawl-service"]')?.content;
}

const setting = settingOfDocument();
const service = serviceOf(setting);

/** Whether live sites can be asked. Without a service, what needs one is not shown. */
export const hasService = service !== null;

/** The address of a path of the service, such as `/v1/check`. */
export function atService(path: string): string {
  return `${service ?? ""}${path}`;
}

/** Lets the browser keep the static tester, so that it opens without a network. */
export function keepOffline(): void {
  // Browsers have service workers only over https and on loopback.
  if (setting === undefined || !("serviceWorker" in navigator)) return;
  const script = new URL("service-worker.js", document.baseURI);
  // Without it the tester still works while there is a network: a host that changes the files is refused here.
  navigator.serviceWorker.register(script).catch(() => {});
}
