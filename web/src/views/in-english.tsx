/** Text that exists in English only. In another language the page says so, and browsers read it in the right voice. */

import type { ComponentChildren } from "preact";
import { language, t } from "../language.ts";

export function InEnglish({ children }: { children: ComponentChildren }) {
  if (language.value === "en") return <>{children}</>;
  return (
    <>
      {t("in-english")} <span lang="en">{children}</span>
    </>
  );
}
