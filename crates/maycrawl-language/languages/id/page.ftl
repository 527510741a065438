# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = Bahasa
language-draft = Terjemahan ini masih draf. Laporkan kesalahan: teksnya ada di file languages/{ $tag }/page.ftl milik maycrawl.

close = Tutup
loading = Memuat…

help = Bantuan
help-keys = Tombol
key-site = ke kotak halaman atau situs
key-save = menyimpan draf sebagai file
key-complete = melengkapi kolom, crawler, atau jalur dalam draf
key-find = menelusuri dalam draf
key-undo = mengurungkan dan mengulangi, termasuk perbaikan dan versi yang dimuat
key-finding = ke temuan berikutnya atau sebelumnya dalam draf
key-comment = mengubah baris menjadi komentar, atau sebaliknya
key-tab = ke bagian halaman berikutnya, juga dari editor
key-arrows = bergerak dalam matriks; draf menampilkan baris yang menentukan
key-enter = dalam matriks: ke baris yang menentukan
key-delete = dalam matriks: menghapus URL pada baris itu
key-escape = menutup penelusuran, dialog, atau bantuan ini
help-note = Di Mac, gunakan ⌘ sebagai pengganti Ctrl. Setiap sel menampilkan putusan draf dan baris yang menentukan. Sel yang disorot berbeda dari putusan versi yang dibandingkan. Jawaban berasal dari library maycrawl, yang membaca robots.txt seperti parser milik Google.
help-api = API layanan ini
help-read-more = Baca selengkapnya
help-rfc = RFC 9309, Robots Exclusion Protocol
help-google = Google: cara robots.txt dibaca

start-title = Bolehkah crawler mengambil halaman Anda?
start-lead = Masukkan halaman atau situs Anda, atau tempelkan pesan Search Console. Anda akan melihat apa yang diizinkan robots.txt situs itu, untuk crawler mana, dan oleh baris mana, serta dapat menguji perubahan sebelum diterapkan.
start-lead-alone = Tempel atau jatuhkan robots.txt ke editor di bawah. Anda akan melihat apa yang diizinkannya, untuk crawler mana, dan oleh baris mana, lalu Anda dapat menguji perubahan sebelum diterapkan. Semuanya terjadi di browser Anda: tidak ada situs aktif yang dibuka, dan apa pun yang Anda tempelkan tidak dikirim.
start-recipes = Mulai dengan resep
card-ai-title = Blokir pelatihan AI, pertahankan penelusuran
card-ai-text = Crawler yang mengumpulkan teks untuk model bahasa tidak boleh masuk. Mesin telusur boleh meng-crawl.
card-staging-title = Tutup situs staging
card-staging-text = Tidak ada yang boleh di-crawl, termasuk oleh AdsBot. Hanya sandi yang melindungi situs.
card-filters-title = Tutup hasil penelusuran dan filter
card-filters-text = Crawler melewati hasil penelusuran situs itu sendiri dan halaman yang hanya mengurutkan atau memfilter.
card-nothing-title = Mulai dari nol
card-nothing-text = Editor kosong yang menjelaskan kesalahan saat Anda mengetik.
start-example = Lihat contoh
start-or-paste = atau tempel robots.txt ke editor di bawah, atau jatuhkan di mana saja.
start-local = Tidak ada yang keluar dari browser Anda saat Anda menguji draf: mesin penguji berjalan di halaman ini. Layanan hanya digunakan untuk situs aktif yang Anda buka, periksa, atau bandingkan, dan untuk membaca file sitemap.

recipes-title = Resep
recipes-question = Apa yang harus dilakukan file ini?
recipes-topic-ai = Crawler AI dan pelatihan AI
recipes-topic-whole-site = Seluruh situs
recipes-topic-paths = Direktori, halaman, dan file
recipes-topic-duplicates = Hasil penelusuran, filter, dan sesi
recipes-topic-crawlers = Hanya beberapa crawler
recipes-topic-media = Gambar, video, dan audio
recipes-search = Cari resep
recipes-none = Tidak ada resep dengan kata-kata ini.
recipes-sitemap = Sitemap
recipes-where = Tempat menulis
recipes-add = Tambahkan ke draf
recipes-replace = Ganti draf
recipes-whole-site = Resep ini menentukan seluruh situs, sehingga hanya dapat mengganti draf.
recipes-choose = Pilih apa yang harus dilakukan file ini.
recipes-busy = Menulis dan membandingkan…
recipes-warning = Peringatan:
recipes-changes = Yang berubah dari draf ke file ini
recipes-closes = Yang ditutup, jika sebelumnya tidak ada file
recipes-for-programs = Beberapa program membaca file dengan cara lain dan tidak melakukan apa yang dijanjikan resep:
recipes-program-allowed = { $path } diizinkan bagi { $programs }
recipes-program-disallowed = { $path } dilarang bagi { $programs }
recipes-programs-undecided = Tidak diketahui untuk { $programs }: terlalu banyak yang harus dibandingkan.
recipes-file = File
recipes-apply = Masukkan ke editor

lint-page-example = Contoh
lint-page-instead = Seharusnya
lint-page-fix = Perbaikan:
lint-page-sources = Sumber

findings-label = Temuan
findings-errors = { $count } Error
findings-warnings = { $count } Peringatan
findings-notes = { $count } Catatan
next-error = Ke error berikutnya
next-warning = Ke peringatan berikutnya
next-note = Ke catatan berikutnya
finding-error = error
finding-warning = peringatan
finding-note = catatan
findings-hide = Sembunyikan daftar
findings-show = Tampilkan daftar
fix-all = Perbaiki semua ({ $count })
fix-all-more = Perbaiki semua ({ $count } atau lebih)
verdicts-may-change = { $action }, putusan dapat berubah
findings-left = { $shown } pertama dari { $total } temuan ditampilkan.
finding-line = baris { $line }
in-english = Dalam bahasa Inggris:
finding-documentation = { $code }, { $name }: dokumentasi
fix = Perbaiki

more-notes = dan { $count } catatan lainnya

import-too-large = file lebih besar dari 50 MiB
import-no-text = ini bukan file teks
import-not-utf8 = ini bukan file teks UTF-8
import-list = daftar
import-column = kolom { $column } dari CSV

submit-title = Kirim
submit-title-site = Kirim ke { $site }
submit-hosted = Jika robots.txt Anda ditulis oleh layanan hosting, Anda tidak dapat mengupload file. Cari setelan visibilitas penelusuran di layanan tersebut.
submit-no-root = Tidak memiliki akses ke root domain? Crawler membaca robots.txt hanya di sana, bukan di subdomain.example.com/site/robots.txt. Minta operator host untuk menempatkan file di sana, atau gunakan tag meta robots di halaman Anda.
submit-changes = Yang berubah di { $site }
submit-no-change = Tidak ada: teks draf sama.
submit-upload = Download dan upload
submit-upload-text = Download draf ({ $bytes } byte). Lalu upload tanpa perubahan sebagai { $url }. maycrawl tidak dapat menulis ke situs Anda.
submit-upload-place = robots.txt di root situs Anda
submit-download = Download robots.txt
submit-open-first = Buka situs terlebih dahulu, di bagian atas halaman.
submit-alone = Penguji ini bekerja tanpa layanan dan tidak dapat mengambil situs Anda. Setelah upload, buka file itu di browser Anda, lalu pastikan bahwa itu file yang Anda download di sini.
submit-verify = Verifikasi
submit-verify-text = Ambil file yang diupload sekarang dan bandingkan dengan draf, byte demi byte.
submit-compare = Bandingkan
submit-comparing = Membandingkan…
submit-view = Lihat file aktif
submit-same = File aktif sama dengan draf Anda, byte demi byte ({ $bytes } byte).
submit-not-fetched = Situs tidak diambil lagi: { $note }.
submit-no-file = Tidak ada file aktif untuk dibandingkan: { $state }.
submit-cut = Bagian yang dibaca sama. Namun file aktif lebih panjang dari 500 KiB dan tidak dibaca lebih jauh, jadi sisanya tidak dibandingkan.
submit-differ = Keduanya berbeda. Draf berisi { $draft } byte, file aktif { $live } byte.
submit-differ-from = Keduanya berbeda mulai baris { $line } (posisi byte { $byte }). Draf berisi { $draft } byte, file aktif { $live } byte.
submit-invisible = Teks yang terlihat pada baris itu sama. Akhir baris atau byte tak terlihat yang berbeda.
submit-legend = − menandai teks yang hanya ada di file aktif, + teks yang hanya ada di draf.
submit-refresh = Minta pembaruan
submit-refresh-text = Tindakan ini mengambil file untuk semua pengguna cache layanan ini. Crawler yang menggunakan cache langsung mematuhi file baru. Google memperbarui salinannya sendiri, biasanya dalam sehari.
submit-refresh-now = Perbarui cache bersama
submit-refreshing = Memperbarui…
submit-first-seen = Versi ini pertama kali terlihat { $time }.
submit-load-live = Muat file aktif ke editor
submit-google = Google: { $report } menampilkan salinan Google dan dapat meminta crawling ulang. Pemblokiran tidak menghapus halaman dari hasil penelusuran. { $removals } langsung menyembunyikan halaman.
submit-google-report = Laporan robots.txt di Search Console
submit-google-removals = Alat Penghapusan
submit-bing = Bing: { $tools } memiliki dua alat: robots.txt Tester memberi tahu Bing tentang file baru, dan Block URLs menyembunyikan halaman.
submit-listed = Apakah sebuah halaman tercantum? Telusuri URL-nya di Google atau Bing. Mesin telusur tetap dapat mencantumkan halaman yang diblokir, hanya dengan URL-nya.


tester = penguji robots.txt
start-screen = Ke layar awal
copy-link = Salin link
theme-auto = Otomatis
theme-light = Terang
theme-dark = Gelap
theme-is-auto = Tema warna: otomatis. Ubah tema.
theme-is-light = Tema warna: terang. Ubah tema.
theme-is-dark = Tema warna: gelap. Ubah tema.
site = Halaman atau situs
site-open = Buka
site-opening = Membuka…
site-example = Contoh
fetch-again = Ambil lagi
fetch-again-title = Ambil robots.txt lagi, meskipun jawaban yang disimpan masih baru
ask-as = Tanya sebagai…
ask-as-hint = Ambil robots.txt sebagai browser, sebagai Googlebot, dan sebagai crawler lain, lalu bandingkan jawabannya
ask-as-doubt = Terbuka di browser Anda? Tanya sebagai Googlebot…
ask-as-title = robots.txt { $site }, ditanya sebagai beberapa crawler
ask-as-asking = Situs ditanya dengan lima User-Agent, satu per satu. Situs yang lambat bisa perlu satu menit.
ask-as-again = Tanya lagi
ask-as-age = { $age ->
    [0] Baru saja ditanya.
   *[other] Ditanya { $age } detik yang lalu.
  } Layanan ini bertanya kepada satu situs paling banyak sekali per menit.
ask-as-browser = browser
ask-as-name = Ditanya sebagai
ask-as-status = Status
ask-as-size = Byte
ask-as-hash = Hash
ask-as-time = Waktu
ask-as-meaning = Untuk crawling
ask-as-is-file = file
ask-as-is-empty = file kosong, jadi semuanya boleh di-crawl
ask-as-is-page = file, tetapi isinya halaman web
ask-as-is-protection = file, tetapi dari perlindungan bot
ask-as-is-missing = tidak ada file, jadi semuanya boleh di-crawl
ask-as-is-refusal = tidak ada file, jadi semuanya boleh di-crawl; atau pemblokiran
ask-as-is-closed = tidak terjangkau, jadi tidak ada yang boleh di-crawl
ask-as-is-open = tidak terjangkau, jadi dianggap tidak ada batasan
ask-as-skipped = { $why ->
    [not-reached] tidak ditanya, karena tidak ada sambungan
    [busy] tidak ditanya, karena layanan mengirim terlalu banyak permintaan
   *[other] tidak ditanya, karena waktunya habis
  }
ask-as-difference = Baris { $line } adalah { $this }. Dalam jawaban pertama { $first }.
ask-as-end = akhir file
ask-as-limits = Hanya User-Agent yang berbeda. Layanan ini tidak bisa bertanya dari alamat Google, dan firewall mungkin memeriksa alamat: Googlebot yang asli mungkin lolos di tempat permintaan ini diblokir, atau diblokir di tempat permintaan ini lolos.
ask-as-not-asked = Situs tidak ditanya.
ask-as-not-reached = Tidak ada sambungan, jadi tidak ada User-Agent yang dikirim: penyebabnya nama, alamat, atau jaringan situs, bukan aturan untuk User-Agent.
ask-as-same = { $answer ->
    [file] Situs memberi file yang sama kepada setiap User-Agent yang dikirim, jadi tidak terlihat aturan untuk nama. Jika Google tetap melaporkan tidak terjangkau, carilah aturan untuk alamat.
    [no-file] Situs menjawab { $status } kepada setiap User-Agent yang dikirim: tidak ada file, jadi semuanya boleh di-crawl.
    [refusal] Situs menjawab { $status } kepada setiap User-Agent yang dikirim, jadi nama tidak diperiksa. Situs menolak alamat penanya, atau menolak path ini bagi semua.
    [server-error] Situs menjawab { $status } kepada setiap User-Agent yang dikirim, jadi nama tidak diperiksa: server, atau sesuatu di depannya, gagal.
    [web-page] Situs mengirim halaman web sebagai ganti robots.txt kepada setiap User-Agent yang dikirim. Sajikan file sebagai teks biasa, atau 404.
    [protection] Perlindungan bot menjawab setiap User-Agent yang dikirim sebagai ganti situs. Kecualikan /robots.txt darinya.
   *[failure] Situs tidak memberi jawaban yang bisa dipakai kepada User-Agent mana pun yang dikirim, jadi nama tidak diperiksa.
  }
ask-as-blocked = { $answer ->
    [code] Situs menjawab { $status } kepada User-Agent { $concerned }, tetapi memberi file kepada User-Agent { $served }: kemungkinan ada firewall atau aturan untuk User-Agent. Izinkan { $concerned } di sana.
    [web-page] Situs mengirim halaman web sebagai ganti file kepada User-Agent { $concerned }, tetapi memberi file kepada User-Agent { $served }: kemungkinan ada firewall atau aturan untuk User-Agent. Izinkan { $concerned } di sana.
    [protection] Perlindungan bot menjawab User-Agent { $concerned }, tetapi User-Agent { $served } mendapat file. Izinkan { $concerned } di sana.
   *[other] Situs tidak memberi filenya kepada User-Agent { $concerned }, tetapi memberikannya kepada User-Agent { $served }: kemungkinan ada firewall atau aturan untuk User-Agent. Izinkan { $concerned } di sana.
  }
ask-as-crawlers-served = Situs memberi file kepada User-Agent { $served }, tetapi tidak kepada User-Agent { $concerned }: crawler yang ditanyakan mendapat file. Jika Google tetap melaporkan tidak terjangkau, carilah aturan untuk alamat.
ask-as-other-file = Situs memberi file lain kepada User-Agent { $concerned } daripada kepada User-Agent { $served }: file bergantung pada User-Agent, atau berubah setiap kali diminta.
ask-as-none-served = Situs tidak memberi file kepada User-Agent mana pun, dan jawabannya berbeda-beda: kemungkinan ada firewall atau aturan untuk User-Agent.
addresses = Alamat lain…
addresses-label = Alamat lain situs ini
addresses-title = Setiap alamat memiliki robots.txt sendiri
status-hint = Buka situs atau tempel draf. Editor juga berfungsi tanpa situs.
redirected = Dialihkan: { $hops }.
no-response = tidak ada respons
state-file = Keputusan memakai { $robots } dari { $time }
state-no-file = { $robots } dianggap tidak ada ({ $cause }), jadi semuanya boleh di-crawl
state-closed = { $cause }: { $robots } tidak terjangkau, jadi tidak ada yang boleh di-crawl
state-last-copy = { $cause }: { $robots } tidak terjangkau. Salinan terakhir, dari { $time }, dipakai
state-no-limits = { $cause }: { $robots } tidak terjangkau. Dianggap tidak ada batasan
state-unknown = { $robots } tidak diketahui
opening-title = Membuka { $site }
opening-text = Layanan ini meminta robots.txt dari situs. Situs yang lambat dapat memerlukan setengah menit.
opening-cancel = Batal
opening-cancelled = Dibatalkan. Tidak ada yang berubah.

draft-width = Lebar draf
why-width = Lebar penjelasan
splitter-title = { $label }: seret, atau gunakan tombol panah. Enter atau klik ganda menyetel ulang.

summary-label = Ringkasan
names-and = { $first } dan { $last }
names-more = { $count } lainnya
names-others = setiap crawler yang tidak disebut
names-purpose-token = token tujuan { $name } (bukan crawler)
readers-know = { $names }, jika program mengetahui bahwa { $fact }
readers-do-not-know = { $names }, jika program tidak mengetahui bahwa { $fact }
readers-know-several = { $names }, jika program membaca robots.txt untuk crawler ini seperti operatornya
readers-do-not-know-several = { $names }, jika program membaca robots.txt untuk crawler ini seperti untuk crawler lain
fact-falls-back = { $count ->
    [one] { $names } mengikuti grup { $to } jika tidak memiliki grup sendiri
   *[other] semuanya mengikuti grup { $to } jika tidak memiliki grup sendiri
}
fact-ignores-star = { $count ->
    [one] { $names } mengabaikan `*`
   *[other] semuanya mengabaikan `*`
}
fact-ignores-robots-txt = { $count ->
    [one] { $names } mengabaikan robots.txt
   *[other] semuanya mengabaikan robots.txt
}
more-items = dan { $count } lainnya
search-everything = { $names } boleh meng-crawl semuanya.
search-part = { $names } boleh meng-crawl sebagian situs.
search-closed = { $names } boleh meng-crawl situs. Ditutup: { $closed }.
search-closed-share = { $names } boleh meng-crawl { $open }. { $count } ditutup: { $closed }.
search-part-closed = { $names } boleh meng-crawl sebagian situs. Ditutup: { $closed }.
search-only = { $names } hanya boleh meng-crawl { $open }.
search-only-share = { $names } hanya boleh meng-crawl { $open }: { $share }. { $count } ditutup.
search-others = { $count } mesin telusur lain boleh meng-crawl bagian situs yang lain.
search-nothing = { $names } tidak boleh meng-crawl apa pun.
search-undecided = { $names } boleh meng-crawl bagian situs yang tidak diketahui, karena terlalu banyak aturan untuk dibandingkan.
access-everything = boleh meng-crawl semuanya
access-part = boleh meng-crawl sebagian situs
access-except = boleh meng-crawl situs, kecuali { $closed }
access-only = hanya boleh meng-crawl { $open }
access-same = boleh meng-crawl bagian yang sama
access-nothing = tidak boleh meng-crawl apa pun
access-undecided = tidak diketahui, karena terlalu banyak aturan untuk dibandingkan
training-blocked = Semua { $total } crawler pelatihan AI yang menyatakan mematuhi robots.txt diblokir.
training-all = Semua { $total } crawler pelatihan AI yang menyatakan mematuhi robots.txt: { $access }.
training-some = { $count } dari { $total } crawler pelatihan AI yang menyatakan mematuhi robots.txt { $access }, { $others }.
summary-use = { $use } sebagai penggunaan: { $said }
summary-use-named = { $names }: { $said }
summary-use-part = { $said } untuk beranda; halaman lain berbeda
summary-uses-none = File ini tidak menyatakan apa pun tentang penggunaan halamannya: penelusuran, pelatihan AI, masukan AI.
summary-uses-closed = Crawler yang tidak boleh mengambil apa pun tidak punya apa pun untuk digunakan. Kepada crawler lain, file ini tidak menyatakan apa pun tentang penggunaan: penelusuran, pelatihan AI, masukan AI.
summary-uses-undecided = File ini terlalu besar untuk menemukan pernyataannya tentang penggunaan.
training-named = { $names } { $access }
training-others = { $count } { $access }
training-title = Crawler yang menurut operatornya mematuhi robots.txt. Klik untuk menambahkan beberapa di antaranya ke tabel.
go-to-line = Buka baris { $line }
fetch-it-again = Ambil lagi
no-problems = Tidak ada error dan tidak ada peringatan.
problems-errors = { $count } error dalam file.
problems-warnings = { $count } peringatan dalam file.
problems-both = { $errors } error dan { $warnings } peringatan dalam file.
urls-none-closed = Tidak satu pun dari { $all } URL dalam tabel tertutup untuk { $agent }.
urls-closed = { $closed } dari { $all } URL dalam tabel tertutup untuk { $agent }: { $lines }.
line-closes = baris { $line } menutup { $count }
lines-and-more = dan { $count } baris lainnya
summary-sitemaps = File ini menyebut { $count } sitemap.
summary-test-urls = { $count ->
   *[other] Uji URL-nya
}
summary-redirects = { $origin } mengalihkan: robots.txt-nya adalah yang ada di { $url } ({ $count } pengalihan).
summary-empty = File ini kosong: semuanya boleh di-crawl.
summary-age = Teks ini aktif, pertama kali terlihat pada { $day }.
old-copy = Google mungkin masih memakai yang sebelumnya sampai { $time }.
just-now = baru saja

word-allowed = Diizinkan
word-blocked = Diblokir
word-other-site = Situs lain
word-error = Bukan URL
word-unreachable = Tak terjangkau
cell-none = belum ada jawaban
cell-invalid = bukan URL yang valid: { $detail }
cell-by-line = { $verdict } oleh baris { $line }
cell-change = { $draft }; sebelumnya: { $live }
cell-members = { $agent } dan { $count } crawler lainnya
by-line = oleh baris
was = dulu
now = kini
live-by-line = oleh baris { $line } versi tersebut
outdated = Belum diperbarui
retry-now = Coba lagi sekarang
banner-opening = Membuka { $site }…
banner-none = Belum ada putusan.
banner-add = Tambahkan URL dan crawler untuk melihat putusan.
banner-filtered = Tidak ada URL yang cocok dengan filter.
banner-open = Belum ada putusan. Buka situs Anda di atas atau tempel robots.txt.
banner-open-alone = Belum ada putusan. Tempel robots.txt.
verdict-at = { $agent } di { $url }
verdict-requested = crawler memintanya sebagai { $url }
try-address = Coba { $address }
inspect = Periksa
inspect-hint = Ambil halaman ini dan periksa apakah dapat di-crawl dan diindeks
site-closed = { $cause }; robots.txt tidak terjangkau, jadi { $operator } tidak boleh meng-crawl apa pun
site-closed-elsewhere = { $operator } tidak boleh meng-crawl apa pun, karena { $reason }
site-no-file = robots.txt dianggap tidak ada, jadi semuanya boleh di-crawl
site-no-file-because = robots.txt dianggap tidak ada ({ $cause }), jadi semuanya boleh di-crawl
rule-group = (grup { $group }, { $line })
policy-difference = Aktif: { $text }.

why = Alasan
why-choose = Pilih sel untuk melihat penjelasan.
why-open = Buka situs Anda atau tempel robots.txt untuk melihat penjelasan.
why-open-alone = Tempel robots.txt untuk melihat penjelasan.
why-live = Draf kosong. Putusan berlaku untuk file yang aktif.
why-change = Ubah putusan ini
why-rules = Aturan yang cocok
why-groups = Grup
why-more-rules = dan { $count } lainnya yang tidak menentukan
column-line = Baris
column-lines = Baris
column-rule = Aturan
column-length = Panjang
column-result = Hasil
column-agents = User agent

corrected = Jika ditanya sebagai { $agent }, situs memberi jawaban lain: { $reason }
corrected-file = Jika ditanya sebagai { $agent }, situs memberi file lain.
corrected-own = Menurut file yang diterima maycrawl: { $verdict }.
corrected-below = Ini menurut file yang diterima maycrawl; { $agent } mendapat jawaban lain.
part-not-loaded = Satu bagian halaman tidak dapat dimuat. Muat ulang halaman.
repair-copy = Salin baris
repair-copied = Baris disalin.
repair-not-copied = Peramban tidak mengizinkan halaman menyalin: { $text }
proposal-apply = Terapkan
proposal-apply-title = Terapkan: { $title }
proposal-outdated = usulan ini sudah usang
proposal-wait = Usulan ini sudah usang. Tunggu yang baru
proposal-done = Selesai: { $title }. Urungkan membatalkannya.
changes-title = Apa yang berubah
changes-live-to-draft = Dari file aktif ({ $from }) ke draf Anda.
changes-version-to-draft = Dari versi { $from } ke draf Anda.
changes-none-to-draft = Dari keadaan tanpa file ke draf Anda.
changes-live-to-version = Jika versi { $to } dipulihkan: dari file aktif ({ $from }) ke versi itu.
changes-version-to-version = Dari versi { $from } ke versi { $to }.
changes-none-to-version = Jika versi { $to } dipulihkan: dari keadaan tanpa file ke versi itu.
changes-by-proposal = Dari draf Anda ke draf dengan perubahan ini.
changes-since-title = Apa yang telah berubah
changes-since = Sejak { $to }, saat versi { $from } diganti:
changes-restore = Pulihkan versi ini…
changes-restore-title = Yang berubah jika draf berisi versi ini menggantikan file aktif
changes-show-since = Yang berubah sejak versi ini
changes-busy = Membandingkan…
changes-stale = Membandingkan. Yang tercantum di sini adalah tentang draf sebelumnya.
changes-order = Hanya urutan baris, atau spasi kosong, yang berbeda
changes-lines = { $count } baris berbeda
changes-unread = { $count } nama crawler tidak dibandingkan.
changes-none = ✓ { $lines }, dan tidak ada putusan yang berubah: setiap crawler boleh mengambil URL yang sama seperti sebelumnya, dan file ini menyatakan hal yang sama tentang penggunaan.
changes-none-past = ✓ { $lines }, dan tidak ada putusan yang berubah: setiap crawler boleh mengambil URL yang sama seperti sebelumnya, dan file ini menyatakan hal yang sama tentang penggunaan.
changes-for-programs = { $lines }. Tidak ada putusan yang berubah menurut cara Google membaca file, tetapi beberapa program membacanya dengan cara lain:
change-program-closed = { $path } menjadi dilarang bagi { $programs }
change-program-opened = { $path } menjadi diizinkan bagi { $programs }
changes-undecided = { $lines }. Tidak ditemukan perbedaan, tetapi file ini memiliki terlalu banyak aturan untuk dibandingkan semuanya.
changes-some = { $lines }.
changes-rest = Tidak ada putusan yang berubah untuk { $names }.
changes-rest-past = Tidak ada putusan yang telah berubah untuk { $names }.
changes-only-uses = { $lines }. Tidak ada URL yang menjadi diblokir atau diizinkan, tetapi pernyataan file tentang penggunaan berubah.
changes-use = { $use }, { $url }: { $after } (sebelumnya: { $before })
changes-use-line = { $said }, baris { $line }: { $text }
changes-use-more = Penggunaan lain mungkin berubah; file ini terlalu besar untuk dibandingkan semuanya.
use-train = Pelatihan AI
use-input = Masukan AI
use-search = Penelusuran
use-index = Indeks AI
said-refused = ditolak
said-conditional = diizinkan dengan syarat
said-granted = diizinkan
said-not-said = tidak dinyatakan
said-conflict = bertentangan
said-not-applicable = tidak boleh diambil
impact-lost = { $count ->
   *[other] { $names } kehilangan { $region }
}
impact-gained = { $names } kini boleh mengambil { $region }
impact-lost-past = { $count ->
   *[other] { $names } telah kehilangan { $region }
}
impact-gained-past = { $names } sejak itu boleh mengambil { $region }
impact-also = juga { $names }
impact-share = { $urls } dari { $total } URL
impact-share-sitemap = { $urls } dari { $total } URL sitemap
impact-share-sitemap-start = { $urls } dari { $total } URL pertama sitemap
region-whole-site = seluruh situs
region-below = semua yang ada di bawah { $text }
region-begins-with = semua yang diawali { $text }
region-contains = semua jalur yang berisi { $text }
region-ends-with = semua jalur yang diakhiri { $text }
region-alone = jalur { $text } saja
region-matches = semua jalur yang cocok dengan { $text }
region-matches-each = semua jalur yang cocok dengan masing-masing dari { $texts }
region-except = { $region }, kecuali { $except }
region-already-lost = { $region } (sudah diblokir sebelumnya: { $already })
region-already-gained = { $region } (sudah diizinkan sebelumnya: { $already })
region-partly-lost = { $region } (sebagian sudah diblokir sebelumnya)
region-partly-gained = { $region } (sebagian sudah diizinkan sebelumnya)
region-at-least = setidaknya { $region }
region-or-less = { $region } atau kurang
region-such = URL seperti { $texts }
region-whole-or-part = seluruh situs atau sebagian, seperti { $texts }
region-more = { $count } bagian lainnya
except-alone = jalur { $text }
except-contains = jalur yang berisi { $text }
except-ends-with = jalur yang diakhiri { $text }
except-matches = jalur yang cocok dengan { $text }
except-regions = { $count } bagian
changes-more = { $count } dampak lainnya
changes-not-all = Tidak semua aturan dapat dibandingkan.
changes-show-url = Tampilkan URL ini dalam tabel
changes-effect = { $url } menjadi { $verdict }, { $after } { $before }
changes-effect-past = { $url } telah menjadi { $verdict }, { $after } { $before }
changes-before = (sebelumnya: { $rule })
becomes-blocked = diblokir
becomes-allowed = diizinkan
by-line-rule = oleh baris { $line }, { $rule }
by-no-rule = tidak ada aturan yang cocok
changes-pace = Laju lain untuk { $names }: { $after }; sebelumnya: { $before }.
changes-pace-none = tidak ada
sitemaps-added = { $count } sitemap ditambahkan: { $url }
sitemaps-removed = { $count } sitemap dihapus: { $url }

draft = Draf
draft-hint = Tempel robots.txt atau tulis sendiri. Teks tetap berada di halaman ini.
draft-hint-service = Tempel robots.txt atau tulis sendiri. Layanan halaman ini membacanya.
draft-placeholder = Tempel robots.txt di sini, buka situs di atas, atau muat contoh.
draft-placeholder-alone = Tempel robots.txt di sini, atau muat contoh.
find-find = Cari
find-replace = Ganti
find-next = berikutnya
find-previous = sebelumnya
find-all = semua
find-match-case = cocokkan huruf besar-kecil
find-regexp = ekspresi reguler
find-by-word = kata utuh
find-replace-one = ganti
find-replace-all = ganti semua
find-close = tutup
find-go-to-line = Ke baris
find-go = buka
draft-label = draf robots.txt
draft-see-live = File aktif
draft-unfold = Tampilkan seluruh file ({ $count } baris)
version-label = Versi yang ditampilkan di editor
version-own = ✎ Draf Anda
version-none = Belum ada file yang diambil
version-seen = Pertama terlihat { $first }, terakhir terlihat { $last }
version-latest = Terbaru: { $day }
version-no-file = tidak ada file
version-missing = Versi ini tidak memiliki file: { $reason }.
version-missing-unknown = alasannya tidak diketahui
version-loaded = Memuat versi { $time }. Urungkan memulihkan hasil edit Anda.
fetch-failed = Pengambilan terakhir gagal · { $result }
fetch-failed-at = Pengambilan terakhir gagal pada { $time } · { $result }
profile-label = Dibaca sebagai
profile-title = Cara robots.txt dibaca
profile-name = Dibaca sebagai: { $title }
read-google = Google saat ini
option-google-2019 = Google sebelum Juli 2019
option-rfc9309 = RFC 9309
errors-google-2021 = Google 2019 sampai 2021
errors-google-2026 = Google saat ini (429 adalah error)
bytes-more = lebih dari { $count } byte
bytes = { $count } byte
line-endings-mixed = akhir baris campuran: { $main } dan { $count } lainnya, dipertahankan
draft-no-newline = tanpa baris baru di akhir
draft-byte-order-mark = tanda urutan byte (BOM)
draft-inexact = File aktif berisi byte yang bukan UTF-8. Byte itu diganti di sini
draft-cut = Ini hanya awal file, yang lebih panjang dari 500 KiB yang dibaca crawler. Jangan mengunggah teks ini: sisanya akan hilang
draft-edited = Hasil edit tetap berada di halaman ini
draft-recipes = Resep…
draft-download = Unduh
draft-submit = Kirim…
draft-replaced = Selesai. Urungkan membatalkannya.
draft-kept = Draf Anda dipertahankan. Pilih versi untuk melihat file aktif.
difference = Perbedaan
rule-unused = Tidak menentukan satu pun URL ini
field-user-agent = Aturan di bawah ini berlaku untuk crawler ini. * berarti semua crawler tanpa grup sendiri.
field-disallow = URL yang diawali jalur ini tidak boleh diambil. * berarti teks apa pun, $ berarti akhir.
field-allow = URL yang diawali jalur ini boleh diambil. * berarti teks apa pun, $ berarti akhir.
field-sitemap = URL lengkap sitemap. Berlaku untuk setiap crawler dan tidak termasuk grup mana pun.
field-of-some = Hanya sebagian crawler yang membaca kolom ini. Google mengabaikannya.
field-unknown = Tidak ada crawler yang dikenal membaca kolom ini.
rule-decides = Menentukan { $count } dari { $urls } URL dalam tabel untuk setidaknya satu crawler.
fix-changed = Draf telah berubah sementara itu. Tekan lagi tombol perbaiki semua
fix-nothing = Tidak ada yang perlu diperbaiki.
fix-done = Selesai: { $count } perbaikan. Urungkan membatalkannya.

crawlers = Crawler
crawler-name = Nama crawler
crawler-name-title = Nama crawler, misalnya GPTBot
add = Tambah
presets-label = Tambah atau hapus sekumpulan crawler
preset-google = Google
preset-google-title = Googlebot dan crawler umum Google lainnya untuk penelusuran
preset-google-special = Google khusus
preset-google-special-title = Crawler khusus Google (* tidak berlaku untuknya), crawler produk, dan Google-Extended
preset-other-search = Telusur lain
preset-other-search-title = Bing, Yandex, Applebot, dan crawler mesin telusur lain
preset-ai-training = Pelatihan AI
preset-ai-training-title = Crawler yang mengumpulkan teks untuk melatih model bahasa
preset-ai-search = Telusur AI
preset-ai-search-title = Crawler mesin telusur yang menjawab dengan model bahasa
preset-all = Semua
preset-all-title = Semua crawler dalam tabel
preset-count = { $title } ({ $count })
crawler-unknown = Tidak ada dalam tabel. Grupnya sendiri berlaku, atau grup *
crawlers-chosen = Crawler yang dipilih
crawlers-none = Tidak ada crawler yang dipilih.
show-fewer = Tampilkan lebih sedikit
remove-item = Hapus { $name }
crawler-empty = Masukkan nama crawler, misalnya Googlebot
crawler-too-long = Nama crawler maksimal 256 karakter
crawler-header = Masukkan token produk saja, misalnya Googlebot, bukan seluruh header User-Agent
crawler-from-header = { $name } adalah crawler dari header User-Agent ini.

urls = URL
urls-placeholder = URL atau jalur; tempel daftar; lepas file
urls-file = File…
urls-file-title = Daftar, CSV, atau sitemap, juga sebagai .gz
urls-file-label = URL dari daftar, CSV, atau sitemap
urls-sitemap-title = Tambahkan URL dari sitemap situs yang dibuka, atau dari sitemap di kolom input
urls-clear = Hapus { $count } URL
urls-none-in-file = { $file } tidak berisi URL
urls-unreadable = tidak dapat dibaca
urls-clipboard = papan klip
urls-present = URL ini sudah ada dalam daftar. Sekarang dipilih.
urls-added = { $count } URL ditambahkan
urls-added-from = { $count } URL ditambahkan dari { $source }
urls-omitted = { $added }; dilewati: { $omitted }
omitted-present = sudah ada dalam daftar
omitted-long = lebih panjang dari { $limit } karakter
omitted-over = melebihi batas { $limit } URL
omitted-count = { $count } { $reason }
never-read = Crawler tidak pernah membaca { $address }. Sebagai gantinya { $url } yang diambil.
sitemap-where = Buka situs dulu, atau masukkan alamat sitemap
sitemap-reading = Membaca sitemap…
sitemap-empty = Sitemap tidak berisi URL
sitemap-none-found = Tidak ada URL yang ditemukan: { $remarks }
sitemap-source = { $count } sitemap
sitemap-source-cut = { $source }, yang mungkin mencantumkan lebih banyak
sitemap-format = sitemap
sitemap-format-index = indeks sitemap
sitemap-format-rss = feed RSS
sitemap-format-atom = feed Atom
sitemap-too-large = sitemap lebih besar dari 4 MiB setelah kompresi. Bagilah
sitemap-no-service = file sitemap memerlukan layanan, dan penguji ini tidak memilikinya. Gunakan daftar URL berupa teks atau CSV
sitemap-not = XML ini bukan sitemap: { $reason }
sitemap-no-root = tidak memiliki elemen root
sitemap-is-index = ini indeks sitemap. Isinya { $count } sitemap ({ $urls }) dan tanpa halaman. Impor salah satu sitemap ini
cancelled = permintaan dibatalkan
other-urls = { $count } URL dari situs lain.
other-test = { $count ->
   *[other] Uji jalurnya
} di { $site }
other-replaced = { $count } URL diganti dengan jalurnya.
other-tested = Jalur dari situs lain sekarang diuji di { $origin }.
other-double = { $count } jalur tercantum dua kali: disimpan sekali.
other-undone = URL dari situs lain kembali ada dalam daftar.
undo = Urungkan

verdicts = Putusan
verdicts-grid = Putusan untuk setiap URL dan crawler
verdicts-empty = Tambahkan URL atau jalur di atas.
verdicts-no-match = Tidak ada URL yang cocok.
clear-filters = Hapus filter
filters = Filter
filter = Filter
filter-text = Filter URL menurut teks
filter-verdict = Filter menurut putusan
filter-any = Semua putusan
group-crawlers = Kelompokkan crawler
group-crawlers-title = Crawler dengan putusan dan baris yang sama berbagi satu kolom
changed-only = Hanya yang berubah
compare-label = Dibandingkan dengan
compare-live = dengan file aktif
compare-version = dengan { $version }
policy-label = Kebijakan untuk error situs
policy-title = Cara menangani error situs, seperti 429 atau 503
policy-name = Error: { $title }
sort-by = Urutkan menurut { $name }
paths-on = Jalur ada di { $origin }
total-blocked = diblokir
total-none = tanpa putusan
total-of = { $blocked } dari { $known } diblokir
count-of = { $shown } dari { $all }
group-others = { $count } crawler lain dengan putusan yang sama seperti { $name }
group-show = Tampilkan { $crawlers }
group-hide = Sembunyikan { $crawlers }
count-urls = { $count } URL
count-crawlers = { $count } crawler
count-columns = { $crawlers } dalam { $count } kolom
foot-line = Baris { $line } menentukan { $count } dari { $urls }.
foot-unused = { $count } aturan redup dalam draf tidak menentukan satu pun URL ini.

export = Ekspor
export-csv = Ekspor CSV
export-print = Cetak
exported-csv = Mengekspor { $urls } URL untuk { $crawlers } crawler.
exported-markdown = Laporan diekspor sebagai Markdown.
report-title = robots.txt { $site }
report-title-draft = robots.txt dari draf
report-about-draft = Draf, dibaca pada { $time } dengan maycrawl.
report-about-live = robots.txt aktif dari { $site }, dibaca pada { $time } dengan maycrawl.
report-about-edited = Draf dari { $site }, dibaca pada { $time } dengan maycrawl.
report-finding = Baris { $line }: { $text }
report-more-findings = { $count } temuan lainnya.
report-crawler = Crawler
report-no-verdict = Tanpa putusan
report-blocked = URL yang diblokir
report-by = Oleh
report-rule = baris { $line }: { $rule }
report-more-blocked = { $count } URL diblokir lainnya.

inspect-busy = Mengambil halaman…
inspect-again = Periksa lagi
inspect-redirects = Pengalihan
inspect-crawlable = Dapat di-crawl
inspect-indexable = Dapat diindeks
inspect-rules = Aturan
inspect-yes = Ya
inspect-no = Tidak
index-yes = Tidak ada aturan yang mencegahnya
index-excluded = Tidak ditampilkan di hasil gambar, video, dan audio Google. Halaman lain tetap dapat menautkannya
index-not-rendered = Tidak diambil untuk rendering: Google menilai halaman tanpa file ini
index-unseen = Hanya URL-nya yang dapat tercantum, tanpa isinya. Untuk mengecualikannya, izinkan crawling dengan noindex, atau minta sandi
index-unclear = Google menyatakan bahwa URL-nya dapat tercantum dan juga bahwa file seperti ini dikecualikan. Untuk mengecualikannya, izinkan crawling dengan X-Robots-Tag: noindex, atau minta sandi
index-not-used = Tidak diambil. Crawler ini tidak membuat hasil penelusuran
index-noindex = Halaman berisi noindex
index-only-embedded = Halaman berisi noindex. indexifembedded mengizinkannya jika disematkan di halaman lain
index-unavailable = Waktu unavailable_after sudah lewat
index-status = HTTP { $status } tidak diindeks
index-unknown = Tidak diketahui: halaman atau robots.txt-nya tidak dapat diambil
found-answer = Halaman menjawab { $status }
found-not-fetched = Tidak diambil: diblokir oleh robots.txt, atau robots.txt tidak dapat dibaca
found-failed = Halaman tidak dapat diambil
inspect-resources = Resource
inspect-blocked = ✕ { $closed } dari { $all } file yang dimuat halaman dari host ini diblokir.
inspect-renders = { $closed ->
   *[other] Google merender halaman tanpa file itu.
}
inspect-page = Halaman
inspect-type = Jenis
inspect-canonical = Kanonis
inspect-links = Tautan
inspect-links-value = { $links }, { $nofollow } dengan rel=nofollow
inspect-where = Tempat
inspect-for = Untuk
inspect-all-crawlers = semua crawler
inspect-outside-head = (di luar <head>: tidak berpengaruh)

service-down = Layanan tidak menjawab. Halaman mencoba lagi secara otomatis
no-service = Penguji ini bekerja tanpa layanan, sehingga tidak dapat membuka { $site }. Tempelkan robots.txt situs itu ke editor.
page-fault = Halaman mengalami kesalahan: { $error }. Isinya mungkin salah. Muat ulang halaman.
engine-not-started = Mesin penguji di halaman ini tidak dapat dimulai sehingga tidak ada hasil: { $error }. Diperlukan browser dengan WebAssembly. Muat ulang halaman.
example-loaded = Ini adalah contoh. Ubah satu baris untuk melihat perubahan putusan.
site-empty = Masukkan alamat situs, misalnya example.com
site-mail = { $address } adalah alamat email. Masukkan halaman atau situs, misalnya example.com
site-no-url = Teks ini tidak menyebut halaman. Tempel juga URL halamannya
link-not-valid = Tautan tidak valid: tidak berisi status halaman ini
link-too-large = Status terlalu besar untuk tautan. Unduh file saja
link-copied = Tautan disalin. Isinya draf, URL, crawler, dan situs. Tidak ada server yang menerimanya.
link-in-address = Browser tidak mengizinkan halaman menyalin. Tautan ada di bilah alamat.
share-result = Bagikan
share-result-title = Menyalin tautan ke halaman yang hanya berisi hasil ini. Siapa pun yang membukanya mengirim pertanyaannya, termasuk draf, ke layanan ini.
save-result = Simpan sebagai halaman
save-result-title = Menyimpan hasil ini sebagai halaman tersendiri untuk dikirim atau dicetak
result-copied = Tautan disalin. Membukanya mengirim pertanyaan dan draf ke layanan ini.
result-saved = Hasil disimpan sebagai halaman: robots-result.html.

audit-title = Apakah crawler patuh? { $file }
audit-reading = Log dibaca di browser Anda: { $percent } %.
audit-progress = Bagian log yang sudah dibaca
audit-basis-file = robots.txt di editor dianggap sebagai file untuk seluruh log, { $first } sampai { $last }. Jika saat itu file lain yang aktif, angka-angka ini salah.
audit-basis-hosts = File itu dianggap sebagai file setiap host dalam log.
audit-basis-sites = { $count } permintaan adalah untuk situs selain { $site }. robots.txt situs-situs itu tidak diketahui.
audit-basis-names = Crawler hanya dikenal dari namanya, dan siapa pun bisa memakai nama. Jadi di sini tidak ada yang disebut terbukti atau palsu.
audit-basis-reads = Salinan yang dibaca crawler diketahui dari permintaannya sendiri untuk robots.txt dalam log ini. Apa yang dibaca sebelum log ini tidak diketahui.
audit-basis-local = Tidak ada bagian log yang keluar dari browser Anda.
audit-lines = { $lines } baris, { $requests } permintaan.
audit-unread = { $count } baris tidak bisa dibaca.
audit-over-limit = Hanya 2 GiB pertama dari log yang dibaca.
audit-broken = Sisa file tidak bisa didekompresi, jadi tidak ada di sini. Perintah maycrawl audit membaca file gzip yang terdiri dari beberapa bagian.
audit-proxy = Lebih dari separuh baris punya alamat klien yang sama: ada proxy di depan log ini.
audit-zone = Waktu tanpa zona dibaca sebagai UTC.
audit-late = { $count } baris datang lebih dari 10 menit terlambat.
audit-crawler = Menyebut diri
audit-requests = Permintaan
audit-obeyed = Patuh
audit-disobeyed = Tidak patuh
audit-reading-not-known = Pembacaan tidak diketahui
audit-never-asked = Tidak pernah meminta
audit-excused = Dimaklumi
audit-not-known = Tidak diketahui
audit-columns = Tidak patuh: ia telah membaca robots.txt yang melarang URL. Pembacaan tidak diketahui: file melarang URL, dan log tidak menunjukkan apakah ia telah membaca file. Tidak pernah meminta: ia tidak meminta robots.txt dalam log ini, dan file itu melarang URL tersebut. Dimaklumi: salinannya lebih lama daripada aturannya, atau aturannya tidak berlaku baginya. Tidak ada angka yang mengatakan mengapa seseorang melakukan sesuatu.
audit-worst = { $count } permintaan terburuk
audit-none = Tidak ada permintaan yang diketahui melanggar file ini.
audit-no-crawlers = Tidak ada permintaan dari crawler yang dikenal dalam log ini.
audit-no-requests = Tidak ada baris dalam file ini yang merupakan permintaan yang bisa dibaca.
audit-example = { $at }: klien yang menyebut diri { $crawler } meminta { $target }. { $class ->
    [disobeyed-after-reading] Salinan yang dibacanya pada { $read } melarangnya (baris { $line }).
    [disobeyed-copy-too-old] Ia terakhir membaca robots.txt pada { $read }, dan file melarangnya (baris { $line }).
    [never-asked] Ia tidak meminta robots.txt dalam log ini, dan file melarangnya (baris { $line }).
   *[other] File melarangnya (baris { $line }); log tidak menunjukkan apakah ia sudah membaca file itu.
  }
audit-more = Perintah `maycrawl audit` juga menerima riwayat robots.txt, dan daftar alamat yang membuktikan siapa yang meminta.
audit-no-draft = { $file } adalah log akses. Masukkan robots.txt situs itu ke editor, lalu berikan log lagi.
audit-failed = { $why ->
    [memory] Log ini memerlukan memori lebih banyak daripada yang diberikan halaman: 256 MiB. Perintah maycrawl audit bisa membacanya.
    [load] Bagian halaman yang membaca log tidak bisa dimuat. Muat ulang halaman ini.
   *[other] File tidak bisa dibaca.
  }
help-log = Jatuhkan log akses di mana saja untuk melihat crawler mana yang mematuhi robots.txt di editor. Log boleh dikompresi dengan gzip, dan dibaca di browser Anda.
