# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

list-and = { $first } dan { $last }
list-or = { $first } atau { $last }
list-and-more = { $first } dan { $count } lainnya
list-or-more = { $first } atau { $count } lainnya
at-lines = { $count ->
   *[other] di baris { $lines }
}

explain-requested = Crawler meminta URL ini sebagai { $path }; aturan dibandingkan dengan jalur itu.
explain-ignores = { $crawler } tidak membaca robots.txt, menurut operatornya. Tidak ada baris dalam file yang memblokirnya.
explain-path = Aturan dibandingkan dengan jalur: { $path }

explain-no-group = Tidak ada grup dalam file yang menyebut { $others }, dan tidak ada grup untuk semua crawler (*). Crawler tanpa grup boleh mengambil semuanya.
explain-no-group-star-ignored = Tidak ada grup dalam file yang menyebut { $others }, dan { $crawler } tidak mengikuti grup untuk semua crawler (*): sebuah grup harus menyebut namanya.
explain-other-documents = { $statement }.
explain-own-group = { $crawler } mengikuti grup untuk { $name } { $at }, karena grup itu menyebut crawler ini.
explain-own-group-not-star = { $crawler } mengikuti grup untuk { $name } { $at }, karena grup itu menyebut crawler ini; grup untuk semua crawler (*) tidak berlaku untuknya.
explain-own-star = { $crawler } mengikuti grup untuk semua crawler (*) { $at }, karena grup itu menyebut crawler ini.
explain-other-group = Tidak ada grup yang menyebut { $others }, jadi { $crawler } mengikuti grup untuk { $name } { $at }.
explain-star-group = Tidak ada grup yang menyebut { $others }, jadi { $crawler } mengikuti grup untuk semua crawler (*) { $at }.
explain-merged = File ini memiliki { $count } grup seperti itu; aturannya berlaku bersama-sama.

explain-no-rules = Grup ini tidak memiliki aturan, sehingga tidak memblokir apa pun.
explain-none-matches = { $rules ->
    [1] Satu-satunya aturan grup ini tidak cocok dengan jalur ini. Jalur yang tidak cocok dengan aturan mana pun boleh diambil.
   *[other] Tidak satu pun dari { $rules } aturannya cocok dengan jalur ini. Jalur yang tidak cocok dengan aturan mana pun boleh diambil.
}
explain-only-rule-matches = Satu-satunya aturan grup ini cocok dengan jalur ini.
explain-some-match = { $matching } dari { $rules } aturannya cocok dengan jalur ini.

explain-empty-rule = Baris { $line } tidak memiliki jalur setelah titik dua, sehingga tidak membatasi apa pun.
explain-rule-decides = Baris { $line }, “{ $rule }”, menentukan.
explain-near-slash = Baris { $line }, { $rule }, akan menentukan jika diawali dengan “/”.
explain-near-url = Baris { $line }, { $rule }, akan menentukan jika berupa jalur, bukan URL lengkap.
explain-near-escapes = Baris { $line }, { $rule }, akan menentukan jika ditulis seperti URL yang diminta crawler, dengan escape-nya.
explain-near-case = Baris { $line }, { $rule }, akan menentukan jika huruf besar dan huruf kecil tidak dibedakan.
explain-longest-wins = Pola terpanjang menang: baris { $line }, “{ $rule }”, dengan { $octets } karakter.
explain-longest-wins-escaped = Pola terpanjang menang: baris { $line }, “{ $rule }”, dengan { $octets } byte dalam bentuk percent-encoding.
explain-allow-wins = Pola pada baris { $line } dan { $other } sama panjang ({ $octets } karakter). Dalam hal ini allow menang: “{ $rule }”.
explain-allow-wins-escaped = Pola pada baris { $line } dan { $other } sama panjang ({ $octets } byte dalam bentuk percent-encoding). Dalam hal ini allow menang: “{ $rule }”.
explain-same-result = Baris { $line }, “{ $rule }”, menentukan. Baris { $other } memberikan hasil yang sama.

explain-robots-txt = /robots.txt sendiri selalu boleh diambil, apa pun aturannya.
explain-may = Jadi { $crawler } boleh mengambil URL ini.
explain-may-not = Jadi { $crawler } tidak boleh mengambil URL ini.
explain-cut-file = File ini lebih panjang dari { $kib } KiB yang dibaca crawler: { $bytes } byte terakhir diabaikan.
explain-long-file = File ini lebih panjang dari { $kib } KiB yang dibaca crawler: sisanya diabaikan.

note-other-origin = URL ini berada di { $of }; file ini untuk { $own } ({ $difference })
explain-other-origin = Sebuah robots.txt hanya berlaku untuk skema, host, dan port miliknya sendiri. Periksa robots.txt situs tersebut.
differs-in-scheme = skema berbeda
differs-in-scheme-and-host = skema dan host berbeda
differs-in-host = host berbeda
differs-in-port = port berbeda

place-this-url = hanya untuk URL ini
place-this-url-and-others = untuk URL ini dan URL lain
place-whole-site = untuk seluruh situs
place-directory = untuk { $path } dan semua di bawahnya
change-place = { $field } { $place }
change-place-for-crawler = { $field } { $place }, bagi { $crawler }
change-place-for-only = { $field } { $place }, hanya bagi { $crawler }
change-place-for-all = { $field } { $place }, bagi semua crawler
change-place-for-all-but = { $field } { $place }, bagi semua crawler kecuali { $names }
change-field = Tulis { $field } di baris { $line }
change-remove = Hapus baris { $line }
effect-add-rule = Menambahkan “{ $rule }” setelah baris { $line }.
effect-add-to-groups = Menambahkan “{ $rule }” setelah baris { $lines }.
effect-add-to-groups-and-star = Menambahkan “{ $rule }” setelah baris { $lines }, dan dalam grup baru untuk setiap crawler lain.
effect-add-group = { $repeated ->
    [0] Menambahkan grup untuk crawler ini di akhir, dengan “{ $rule }”.
    [1] Menambahkan grup untuk crawler ini di akhir, dengan “{ $rule }” dan baris yang sekarang diikutinya.
   *[other] Menambahkan grup untuk crawler ini di akhir, dengan “{ $rule }” dan { $repeated } baris yang sekarang diikutinya.
}
effect-write-line = Menulis “{ $rule }” di baris { $line }.
effect-reverse = Membalik baris ini untuk setiap URL yang cocok.
effect-remove = Setelah itu aturan lain menentukan untuk setiap URL yang cocok dengan baris ini.
effect-on-star = Ini memengaruhi setiap crawler yang tidak memiliki grup sendiri.
effect-on-group = Ini memengaruhi semua crawler dalam grup: { $agents }.
reach-this-url = URL lain tidak terpengaruh.
reach-other-urls = Perubahan ini juga memengaruhi { $path }, dan mungkin URL lain: aturan ini cocok dengan lebih dari URL ini.
reach-others-unproved = File ini memiliki terlalu banyak aturan untuk membuktikan bahwa URL lain tidak terpengaruh.
reach-stays-blocked = Aturan lain masih menentukan untuk sebagian URL di dalamnya: { $path } tetap diblokir.
reach-stays-allowed = Aturan lain masih menentukan untuk sebagian URL di dalamnya: { $path } tetap diizinkan.
reach-unproved = File memiliki terlalu banyak aturan untuk membuktikan hal ini bagi setiap URL di dalamnya.

## The card: one answer in a few sentences. $rule is code, between backquotes.

card-allowed-by = Diizinkan untuk { $crawler } oleh baris { $line }: { $rule }.
card-blocked-by = Diblokir untuk { $crawler } oleh baris { $line }: { $rule }.
card-allowed = Diizinkan untuk { $crawler }: { $reason }.
card-blocked = Diblokir untuk { $crawler }: { $reason }.
card-elsewhere = Tidak ada putusan untuk { $crawler }: { $reason }.
card-closes = { $open ->
   *[other] File ini menutup { $closed } dari { $total } halaman dalam daftar untuk { $crawler }{ $closing }; { $open } tetap terbuka{ $opening }.
}
card-opens-only = { $closed ->
   *[other] { $crawler } hanya boleh meng-crawl { $open } dari { $total } halaman dalam daftar{ $opening }; { $closed } ditutup{ $closing }.
}
card-closes-all = Semua { $total } halaman dalam daftar ditutup untuk { $crawler }{ $closing }.
card-closes-none = Tidak satu pun dari { $total } halaman dalam daftar ditutup untuk { $crawler }.
card-others = { $count ->
   *[other] { $count } entri dalam daftar milik situs lain atau bukan URL, dan tidak dihitung.
}
card-uncounted = Jumlah halaman dalam daftar yang ditutup tidak dihitung karena terlalu lama.
card-access-everything = { $crawler } boleh meng-crawl seluruh situs.
card-access-part = { $crawler } boleh meng-crawl sebagian situs.
card-access-nothing = { $crawler } tidak boleh meng-crawl apa pun di situs ini.
card-access-undecided = Seberapa banyak bagian situs yang boleh di-crawl { $crawler } tidak ditemukan: file memiliki terlalu banyak aturan.
delay-asked = { $crawler } diminta menunggu { $seconds } detik di antara permintaan (baris { $line }).
delay-read = { $crawler } diminta menunggu { $seconds } detik di antara permintaan (baris { $line }), dan operatornya menyatakan bahwa baris seperti itu dibaca.
delay-not-read = Baris { $line } meminta { $seconds } detik di antara permintaan; { $crawler } tidak membaca baris seperti itu.
delay-not-said = { $crawler } diminta menunggu { $seconds } detik di antara permintaan (baris { $line }). Tidak diketahui apakah baris seperti itu dibaca.
delay-limited = { $crawler } diminta menunggu { $seconds } detik di antara permintaan (baris { $line }). Operatornya menyatakan bahwa yang dibaca adalah { $kind ->
    [whole] bilangan bulat
    [between] angka dari { $least } sampai { $most }
   *[other] angka sampai { $most }
  }.
rate-asked = { $crawler } diminta mengirim paling banyak { $requests } permintaan dalam { $seconds } detik (baris { $line }).
rate-read = { $crawler } diminta mengirim paling banyak { $requests } permintaan dalam { $seconds } detik (baris { $line }), dan operatornya menyatakan bahwa baris seperti itu dibaca.
rate-not-read = Baris { $line } meminta paling banyak { $requests } permintaan dalam { $seconds } detik; { $crawler } tidak membaca baris seperti itu.
rate-not-said = { $crawler } diminta mengirim paling banyak { $requests } permintaan dalam { $seconds } detik (baris { $line }). Tidak diketahui apakah baris seperti itu dibaca.
rate-hours = Baris itu hanya berlaku pukul { $hours } UTC.
card-about-draft = Ini tentang draf robots.txt, bukan tentang file situs yang aktif.
card-about-draft-of = Ini tentang draf robots.txt untuk { $site }, bukan tentang file aktifnya.
card-about-live = Ini tentang robots.txt dari { $site }, dibaca pada { $time }.
card-about-site = Ini tentang robots.txt dari { $site }.
card-open-tester = Buka di alat penguji
