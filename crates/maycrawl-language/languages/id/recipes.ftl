# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the code between backquotes. languages/GLOSSARY.md has the terms.

## Summaries. The first sentence says it in short, and a line break ends it: Thai has no full stops.

recipe-open =
    Semuanya boleh di-crawl.
    Ini sama dengan tidak memiliki robots.txt.
recipe-whole-site =
    Tidak ada yang boleh di-crawl.
    Aturan ini tidak berlaku untuk crawler yang mengabaikan `*`, seperti AdsBot, dan mesin telusur mungkin tetap menampilkan URL. Untuk menghentikan crawling selama beberapa hari, sebaiknya jawab dengan 503.
recipe-directory =
    Sebuah direktori dan isinya tidak boleh di-crawl.
    Lindungi file pribadi dengan sandi: siapa pun dapat membaca robots.txt.
recipe-page = Satu halaman tidak boleh di-crawl, begitu pula setiap URL yang jalurnya diawali dengan jalur halaman itu.
recipe-any-case =
    Jalur dengan awal ini tidak boleh di-crawl, baik ditulis dengan huruf besar, huruf kecil, maupun campuran keduanya.
    Gunakan ini di server yang tidak membedakan huruf besar dan kecil.
recipe-keep-open = Direktori atau halaman di dalam direktori yang diblokir boleh di-crawl.
recipe-crawler-directory = Sebuah direktori diblokir hanya untuk beberapa crawler.
recipe-slow-crawler =
    Beberapa crawler menunggu sekian detik di antara dua permintaan.
    Hanya crawler yang menurut operatornya membaca `Crawl-delay` yang dapat disebut; crawler Google tidak membacanya.
recipe-only-crawler = Beberapa crawler boleh meng-crawl semuanya, sedangkan crawler lain tidak boleh meng-crawl apa pun.
recipe-all-but-crawler = Beberapa crawler tidak boleh meng-crawl apa pun, sedangkan crawler lain boleh meng-crawl semuanya.
recipe-image = Satu gambar tidak muncul di Google Gambar.
recipe-images = Tidak ada gambar situs yang muncul di Google Gambar.
recipe-video = Satu video tidak muncul di hasil video Google.
recipe-videos = Tidak ada video situs yang muncul di hasil video Google.
recipe-audio =
    File audio tidak muncul di hasil Google.
    Google tidak memiliki crawler khusus audio, sehingga aturan ini untuk Googlebot.
recipe-file-type = Googlebot tidak boleh meng-crawl file dengan jenis tertentu.
recipe-url-ending = Googlebot tidak boleh meng-crawl URL dengan akhiran ini.
recipe-only-adsense = Tidak ada yang boleh di-crawl, kecuali oleh AdSense, yang membaca halaman untuk memilih iklannya.
recipe-staging =
    Tidak ada yang boleh di-crawl di situs staging.
    Situs diblokir untuk setiap crawler yang mematuhi robots.txt, termasuk AdsBot. Hanya sandi yang melindungi situs.
recipe-search = Hasil penelusuran situs itu sendiri tidak boleh di-crawl.
recipe-parameter = URL dengan parameter yang hanya mengurutkan atau memfilter tidak boleh di-crawl.
recipe-session = URL dengan ID sesi tidak boleh di-crawl.
recipe-ai-training =
    Crawler yang mengumpulkan teks untuk melatih model bahasa tidak boleh meng-crawl apa pun.
    Daftar ini hanya berisi crawler yang menurut dokumentasi operatornya mematuhi robots.txt.
recipe-no-training =
    Menyatakan kepada setiap pembaca yang terdokumentasi bahwa situs tidak boleh digunakan untuk melatih model AI.
    Pernyataan ini ditulis sebagai sinyal untuk semua crawler, dan di grup setiap crawler pelatihan dan token kontrol yang didokumentasikan operatornya. Crawling untuk penelusuran tidak berubah. `Google-Extended` juga mencakup grounding di Gemini, sehingga hal itu pun ditolak.
recipe-ai-training-unconfirmed = Crawler yang mengumpulkan teks untuk melatih model bahasa, tetapi tanpa halaman operator yang menyatakan bahwa crawler itu mematuhi robots.txt, tidak boleh meng-crawl apa pun.
recipe-ai-search =
    Crawler mesin telusur yang menjawab dengan model bahasa tidak boleh meng-crawl apa pun.
    Daftar ini hanya berisi crawler yang menurut dokumentasi operatornya mematuhi robots.txt.
recipe-ai-search-unconfirmed = Crawler mesin telusur yang menjawab dengan model bahasa, tetapi tanpa halaman operator yang menyatakan bahwa crawler itu mematuhi robots.txt, tidak boleh meng-crawl apa pun.
recipe-ai-user =
    Asisten dan agen AI yang mengambil halaman karena diminta seseorang tidak boleh meng-crawl apa pun.
    Daftar ini hanya berisi crawler yang menurut dokumentasi operatornya mematuhi robots.txt.
recipe-ai-user-unconfirmed = Asisten dan agen AI tanpa halaman operator yang menyatakan bahwa mereka mematuhi robots.txt tidak boleh meng-crawl apa pun.
recipe-ai-undocumented = Crawler AI yang tujuannya tidak didokumentasikan tidak boleh meng-crawl apa pun.

## What to know first. It follows the name of the recipe and a colon.

recipe-whole-site-advice = untuk menghentikan crawling selama beberapa hari, jangan blokir situs; jawab setiap URL, termasuk robots.txt, dengan 503 (Google menyarankan untuk tidak menggunakan `Disallow: /` untuk hal ini)
recipe-any-case-advice = pastikan tidak ada halaman lain dengan awal ini; jika memungkinkan, sebaiknya gunakan satu penulisan untuk setiap URL dan link kanonis
recipe-image-advice = Halaman lain mungkin tetap menautkannya.
recipe-images-advice = Halaman lain mungkin tetap menautkan gambar-gambar ini.
recipe-video-advice = Halaman lain mungkin tetap menautkannya.
recipe-videos-advice = Halaman lain mungkin tetap menautkan video-video ini.
recipe-no-training-advice = baris-baris ini adalah pernyataan, dan tidak ada yang memaksakannya; tidak ada operator crawler AI besar yang menyatakan mematuhi `Content-Usage`, yang masih berupa draf
recipe-ai-training-unconfirmed-advice = sebagian crawler ini mungkin tidak mematuhi robots.txt; untuk memblokirnya dengan pasti, gunakan server
recipe-ai-search-unconfirmed-advice = sebagian crawler ini mungkin tidak mematuhi robots.txt; untuk memblokirnya dengan pasti, gunakan server
recipe-ai-user-unconfirmed-advice = sebagian crawler ini mungkin tidak mematuhi robots.txt; untuk memblokirnya dengan pasti, gunakan server
recipe-ai-undocumented-advice = sebagian crawler ini mungkin tidak mematuhi robots.txt; untuk memblokirnya dengan pasti, gunakan server

## What the value of a recipe is: the label of its box.

recipe-value-directory = Direktori
recipe-value-path = Jalur
recipe-value-ending = Akhir URL
recipe-value-file-type = Jenis file
recipe-value-parameter = Parameter URL
recipe-value-crawlers = Crawler
recipe-value-crawlers-and-directory = Crawler dan direktori
recipe-value-crawlers-and-seconds = Crawler dan detik
recipe-value-prefix = Awal jalur
