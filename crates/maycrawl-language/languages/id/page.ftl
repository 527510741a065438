# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = Bahasa
language-draft = Terjemahan ini masih draf. Laporkan kesalahan: teksnya ada di file languages/{ $tag }/page.ftl milik maycrawl.

close = Tutup
loading = Memuat…

help = Bantuan
help-keys = Tombol
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
start-lead = Masukkan situs Anda. Anda akan melihat apa yang diizinkan robots.txt situs itu, untuk crawler mana, dan oleh baris mana, serta dapat menguji perubahan sebelum diterapkan.
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
start-or-paste = atau tempel atau jatuhkan robots.txt ke editor di bawah.

recipes-title = Resep
recipes-question = Apa yang harus dilakukan file ini?
recipes-sitemap = Sitemap
recipes-where = Tempat menulis
recipes-add = Tambahkan ke draf
recipes-replace = Ganti draf
recipes-whole-site = Resep ini menentukan seluruh situs, sehingga hanya dapat mengganti draf.
recipes-choose = Pilih apa yang harus dilakukan file ini.
recipes-busy = Menulis dan membandingkan…
recipes-warning = Peringatan: { $text }
recipes-changes = Yang berubah dalam draf
recipes-closes = Yang ditutup
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
submit-verify = Verifikasi
submit-verify-text = Ambil file yang diupload sekarang dan bandingkan dengan draf, byte demi byte.
submit-compare = Bandingkan
submit-comparing = Membandingkan…
submit-view = Lihat file aktif
submit-same = File aktif sama dengan draf Anda, byte demi byte ({ $bytes } byte).
submit-not-fetched = Situs tidak diambil lagi: { $note }.
submit-no-file = Tidak ada file aktif untuk dibandingkan: { $state }.
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
