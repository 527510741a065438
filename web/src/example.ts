/** An example draft with typical rules and mistakes. */

export const EXAMPLE = `# robots.txt of a shop
User-agent: *
Disallow: /account/
Disallow: /basket
Disallow: /checkout
Allow: /checkout/help
Disallow: /search
Disallow: /*?sort=
Disallow: /*.pdf$
Crawl-delay: 2

User-agent: Googlebot
User-agent: bingbot
Disallow: /account/
Disallow: /search?
Allow: /search?q=sandals$
Dissallow: /basket

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

Sitemap: /sitemap.xml
`;

export const EXAMPLE_URLS = [
  "/",
  "/checkout",
  "/checkout/help/returns",
  "/search?q=sandals",
  "/search?q=boots",
  "/shoes?sort=price",
  "/catalogue/2026.pdf",
  "/basket",
  "/account/orders",
];

export const EXAMPLE_AGENTS = [
  "Googlebot",
  "Googlebot-Image",
  "AdsBot-Google",
  "bingbot",
  "GPTBot",
];
