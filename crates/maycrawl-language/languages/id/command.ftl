# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = tidak terjangkau
change-to-allow = untuk mengizinkannya: { $change }
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

label-detail = dalam bahasa Inggris
label-help = bantuan
label-also = juga baris
findings-cut = { $file }: { $lint }: { $shown } pertama dari { $found } ditampilkan
nothing-found = { $files } file: tidak ada temuan
findings-summary = { $files } file: { $errors } error, { $warnings } peringatan, { $notes } catatan
fixable-safely = { $count } dapat diperbaiki dengan --fix (putusan tetap sama)
fixable-all = { $count } dapat diperbaiki dengan --fix=all (putusan dapat berubah)
