/** Files, URLs and crawlers for several specs. */

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

export const CRAWLERS = [
  "Googlebot",
  "Googlebot-Image",
  "AdsBot-Google",
  "bingbot",
  "GPTBot",
  "CCBot",
];

/** A hostile robots.txt. */
export const HOSTILE = Buffer.concat([
  Buffer.from(`User-agent: <img src=x onerror="document.title='taken'">
User-agent: *
Disallow: /<script>document.title='taken'</script>
Disallow: /"onmouseover="document.title='taken'"
Disallow: /\u202egnp.exe\u2066
Disallow: /zero\u200bwidth
Disallow: /\u0000\u0007\u001b[31mred
Disalow: /<b>bold</b>\`code\`
Sitemap: javascript:document.title='taken'
Disallow: /`),
  Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28, 0x0a]),
]);

export const HOSTILE_URLS = [
  "/<script>document.title='taken'</script>",
  "/<img src=x onerror=document.title='taken'>",
  "/javascript:document.title='taken'",
  "/\u202egnp.exe",
  "/zero\u200bwidth",
];
