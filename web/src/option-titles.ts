/** Titles of profiles and policies in the language of the page. */

import type { NamedOption } from "./api.ts";
import { t } from "./language.ts";

export const PROFILE_TITLES: Record<string, string> = {
  google: "read-google",
  "google-2019": "option-google-2019",
  rfc9309: "option-rfc9309",
};

export const POLICY_TITLES: Record<string, string> = {
  "google-2021": "errors-google-2021",
  "google-2026": "errors-google-2026",
  "google-2019": "option-google-2019",
  rfc9309: "option-rfc9309",
};

/** The title of an option. The service's own title if the page does not know the option. */
export function titleOf({ name, title }: NamedOption, titles: Record<string, string>): string {
  const key = titles[name];
  return key ? t(key) : title;
}
