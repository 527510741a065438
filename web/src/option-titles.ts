/** Titles of profiles and policies in the language of the page. */

import type { NamedOption } from "./api.ts";
import { t } from "./language.ts";

const PROFILES: Record<string, string> = {
  google: "read-google",
  "google-2019": "option-google-2019",
  rfc9309: "option-rfc9309",
};

const POLICIES: Record<string, string> = {
  "google-2021": "errors-google-2021",
  "google-2026": "errors-google-2026",
  "google-2019": "option-google-2019",
  rfc9309: "option-rfc9309",
};

/** The title of a profile. The service's own title if the page does not know the profile. */
export function profileTitle({ name, title }: NamedOption): string {
  const key = PROFILES[name];
  return key ? t(key) : title;
}

/** The title of a policy. The service's own title if the page does not know the policy. */
export function policyTitle({ name, title }: NamedOption): string {
  const key = POLICIES[name];
  return key ? t(key) : title;
}
