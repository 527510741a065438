# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = tidak terjangkau
change-to-allow = untuk mengizinkannya: { $change }
change-to-allow-site = untuk mengizinkan seluruh situs: { $change }
change-to-disallow = untuk melarangnya: { $change }
change-or-allow = atau untuk mengizinkan semua di { $place }: { $change }
change-or-disallow = atau untuk melarang semua di { $place }: { $change }
change-place-this-crawler = { $path }, hanya bagi crawler ini
change-place-all-crawlers = { $path }, bagi semua crawler
change-place-all-crawlers-but = { $path }, bagi semua crawler kecuali { $names }
change-except = { $change } (aturan lain masih menentukan untuk { $path })
change-unproved = { $change } (tidak terbukti untuk setiap URL di dalamnya)
requested-as = diminta sebagai { $url }
readers-line = { $readers }: baris { $line }: { $text }
one-follows = { $name } mengikuti grup `{ $group }`
crawlers-count = { $count } crawler
others-follow-star = { $count } lainnya mengikuti `*`
all-follow-star = Semua { $count } mengikuti `*`
crawlers-follow = { $count } crawler mengikuti grup `{ $group }`
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json menyebutkan setiap crawler.

readers-found = { $count } perbedaan di antara { $readers } program; --format json memuat semuanya
readers-found-unusual = { $count } di antaranya hanya tentang jalur yang tidak lazim (misalnya karakter yang tidak perlu di-escape, garis miring ganda, atau /robots.txt itu sendiri)
readers-agree = { $readers } program memberi satu jawaban untuk setiap jalur
readers-undecided = { $count } program belum dibandingkan untuk semua jalur karena anggaran langkah habis
readers-names = { $count } crawler tidak dibandingkan: berkas memuat terlalu banyak nama atau aturan
readers-no-rule = { $readers }: tanpa aturan
readers-why = { $readers } dan { $other }: { $axis }
readers-not-explained = beberapa sebab bersama-sama
axis-bytes = cara mereka membaca bita berkas berbeda
axis-line-ends = karakter yang mengakhiri baris berbeda
axis-fields = nama kolom yang mereka kenal berbeda
axis-a-blank-line = arti baris kosong berbeda
axis-what-ends-a-run-of-user-agent-lines = baris yang mengakhiri deretan baris user-agent berbeda
axis-a-rule-before-the-first-user-agent-line = cara mereka membaca aturan sebelum baris user-agent pertama berbeda
axis-a-group-without-rules = arti grup tanpa aturan berbeda
axis-a-name-in-the-file = bagian nama dalam berkas yang mereka baca berbeda
axis-the-name-of-the-crawler = bagian nama perayap yang mereka baca berbeda
axis-how-names-are-compared = cara mereka membandingkan nama berbeda
axis-which-group-counts = grup yang mereka pilih berbeda
axis-a-rule-without-a-path = arti aturan tanpa jalur berbeda
axis-escapes = cara mereka membandingkan karakter escape, garis miring, dan akhir jalur berbeda
axis-wildcards = cara mereka membaca * dan $ berbeda
axis-which-rule-wins = aturan yang menang berbeda
axis-the-index-page = cara mereka membaca aturan tentang halaman indeks berbeda
axis-robots-txt-itself = salah satunya selalu mengizinkan /robots.txt
readers-more = { $count } lagi dengan program yang sama, misalnya { $paths }
readers-unusual = hanya jalur yang tidak lazim
readers-among = di antara { $paths }
readers-shortest = terpendek: { $path }
readers-others = setiap perayap yang tidak disebut dalam berkas
readers-crawlers = ditanyakan sebagai { $crawlers }
paths-whole-site = seluruh situs
paths-below = semua yang ada di bawah { $text }
paths-begins-with = semua yang diawali { $text }
paths-contains = semua jalur yang berisi { $text }
paths-ends-with = semua jalur yang diakhiri { $text }
paths-alone = jalur { $text } saja
paths-matches = semua jalur yang cocok dengan { $text }

label-detail = dalam bahasa Inggris
label-help = bantuan
label-changes = perubahan
program-closed = { $path } menjadi dilarang bagi { $programs }
program-opened = { $path } menjadi diizinkan bagi { $programs }
label-also = juga baris
findings-cut = { $file }: { $lint }: { $shown } pertama dari { $found } ditampilkan
nothing-found = { $files } file: tidak ada temuan
findings-summary = { $files } file: { $errors } error, { $warnings } peringatan, { $notes } catatan
fixable-safely = { $count } dapat diperbaiki dengan --fix (putusan tetap sama)
fixable-all = { $count } dapat diperbaiki dengan --fix=all (putusan dapat berubah)

## A site whose robots.txt cannot be fetched: what comes, by which document, and the repair.

outlook-pause = Situs meminta crawler menunggu sampai { $time } (Retry-After).
outlook-copy = Jika terus berlanjut, salinan terakhir berlaku mulai { $time }.
outlook-open = Jika terus berlanjut, semuanya boleh di-crawl mulai { $time }.
outlook-depends = Jika terus berlanjut, mulai { $time } hal itu bergantung pada apakah halaman lain situs menjawab.
outlook-stays = Ini berlaku sampai situs menjawab.
outlook-source = Sumber: { $policy }.
outlook-other = Menurut { $policy }, ini berubah pada { $time }.
outlook-repair = Buat situs menjawab 200 dengan file itu, atau 404 jika file tidak ada.
policy-google-2021 = dokumen Google 2019 sampai 2021
policy-google-2026 = dokumen Google 2026
policy-google-2019 = teks Google sebelum Juli 2019
policy-rfc9309 = RFC 9309
