/** Files, URLs and crawlers that the walks share. */

export const SHOP = `# robots.txt of a shop
User-agent: *
Disallow: /account/
Disallow: /checkout
Allow: /checkout/help
Disallow: /*?sort=
Disallow: /*.pdf$

User-agent: Googlebot
User-agent: bingbot
Disallow: /search
Allow: /search?q=sandals$

User-agent: GPTBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`;

export const SHOP_URLS = [
  "/",
  "/account/orders",
  "/checkout",
  "/checkout/help/returns",
  "/search?q=boots",
  "/search?q=sandals",
  "/shoes?sort=price",
  "/catalogue.pdf",
  "/catalogue.pdf?page=2",
  "/bücher/ä",
  "/b%C3%BCcher/%c3%a4",
];

export const CRAWLERS = ["Googlebot", "Googlebot-Image", "AdsBot-Google", "bingbot", "GPTBot", "CCBot"];
