# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

## The result in one word

outcome-allowed = diizinkan
outcome-disallowed = dilarang
outcome-not-applicable = tidak berlaku
verdict = { $outcome }: { $reason }

## The reason of a verdict

reason-rule = baris { $line }: { $rule }
reason-empty-rule = baris { $line }: { $field } yang kosong tidak membatasi apa pun
reason-no-rule-matched = tidak ada aturan dalam grup crawler ini yang cocok dengan URL ini
reason-no-group = tidak ada grup yang berlaku untuk crawler ini, sehingga semua URL boleh diambil
reason-star-ignored = tidak ada grup yang menyebut crawler ini, dan crawler ini tidak mengikuti `*`
reason-empty-group = grup crawler ini tidak memiliki aturan, sehingga semua URL boleh diambil
reason-no-file = robots.txt dianggap tidak ada
reason-unreachable-server-error = robots.txt tidak terjangkau: server merespons dengan 5xx
reason-unreachable-too-many-requests = robots.txt tidak terjangkau: server merespons dengan 429
reason-unreachable-network = robots.txt tidak terjangkau: kegagalan jaringan
reason-unreachable-blocked-by-policy = robots.txt tidak terjangkau: alamat server diblokir oleh kebijakan
reason-unreachable-busy = robots.txt tidak terjangkau: tidak diminta karena terlalu banyak permintaan menunggu di sini
reason-unreachable-unconfirmed = robots.txt tidak terjangkau: sebelumnya ada yang dilarang, dan respons saat ini belum dikonfirmasi
reason-expired = robots.txt tidak terjangkau selama 30 hari dan tidak ada salinan yang tersisa
reason-not-applicable = URL ini milik origin lain; periksa robots.txt origin tersebut
reason-crawler-ignores-robots-txt = crawler ini mengabaikan robots.txt
reason-robots-txt-itself = /robots.txt sendiri selalu diizinkan (RFC 9309 bagian 2.2.2)
reason-in-group = { $reason } (grup { $agent }, baris { $line })
reason-cut = { $reason }... ({ $bytes } byte)

## What a disallowed URL means for search results

consequence-page = URL-nya mungkin tetap tercantum, tanpa deskripsi. Agar tidak muncul di hasil penelusuran, izinkan crawling dan tambahkan noindex, atau lindungi dengan sandi.
consequence-media = File ini tidak ditampilkan di hasil Google untuk gambar, video, dan audio. Halaman lain mungkin tetap menautkannya.
consequence-resource = File ini tidak diambil untuk rendering, sehingga Google menilai halaman tanpa file ini. Izinkan jika halaman membutuhkannya.
consequence-document = Pengantar dari Google bertentangan mengenai file semacam ini: tabelnya memperlakukannya sebagai halaman web, yang URL-nya mungkin tetap tercantum, tetapi teksnya menyatakan bahwa file tersebut dikecualikan. Agar pasti tidak muncul di hasil penelusuran, izinkan crawling dan kirim header X-Robots-Tag: noindex, atau lindungi dengan sandi.

## The explanation of a verdict

label-path = jalur
label-chain = nama
label-group = grup
label-others = lainnya
label-rules = aturan
label-verdict = putusan
label-note = catatan
label-asked = ditanya
label-change = ubah
label-file = file
label-hops = alur

group-followed = diikuti: grup ini untuk { $name }
group-lost = tidak diikuti: grup ini untuk { $name }, tetapi { $better } memiliki grup sendiri
group-star-ignored = tidak diikuti: crawler ini mengabaikan *
group-for-others = tidak diikuti: grup ini untuk crawler lain

rule-won = menentukan
rule-shorter = kalah: polanya lebih pendek
rule-tie-lost = kalah: polanya sama panjang, dan jika seri allow menang
rule-later = tidak berpengaruh: baris sebelumnya menyatakan hal yang sama
rule-unasked = tidak berpengaruh: putusan tidak bergantung pada aturan

chain-no-group = { $name } (tidak ada grup)
chain-followed = { $name } ({ $groups } grup, diikuti)
chain-not-needed = { $name } ({ $groups } grup, tidak diperlukan)
chain-then = { $first }, lalu { $next }

explained-group = baris { $line }: user-agent: { $agents }
agents-and-more = { $agents } dan { $count } lainnya
groups-for-others = { $groups } grup untuk crawler lain
explained-rule = baris { $line }: { $rule } (prioritas { $priority }): { $fate }
explained-rule-as-directory = baris { $line }: { $rule } (prioritas { $priority }, sebagai direktori halaman indeksnya): { $fate }
explained-rule-empty = baris { $line }: { $rule } (kosong, tidak membatasi apa pun)
rules-matching = { $rules } aturan dalam { $groups } grup yang diikuti, { $matching } cocok dengan jalur ini
rule-matches = cocok dengan { $path }
and-more = ... dan { $count } lainnya

undefined-conflict = { $documents } tidak menentukan apakah baris { $first } atau baris { $second } yang menang; crawler lain mungkin memutuskan secara berbeda
documents-of-2019 = Dokumen Google tahun 2019 hingga 2021
documents-before-2019 = Teks Google sebelum Juli 2019
documents-of-2021-star = menurut dokumen Google tahun 2021, `*` berlaku untuknya

## The smallest change that reverses a verdict

suggestion-add-rule = tambahkan "{ $rule }" setelah baris { $line }
suggestion-add-to-groups = { $count ->
   *[other] tambahkan "{ $rule }" setelah baris { $lines }
}
suggestion-add-to-groups-and-star = { $count ->
   *[other] tambahkan "{ $rule }" setelah baris { $lines }, dan dalam grup baru untuk *
}
suggestion-add-group = { $repeated ->
    [0] tambahkan grup di akhir: "User-agent: { $agent }", "{ $rule }"
    [1] tambahkan grup di akhir: "User-agent: { $agent }", "{ $rule }", dan baris yang sekarang diikutinya
   *[other] tambahkan grup di akhir: "User-agent: { $agent }", "{ $rule }", dan { $repeated } baris yang sekarang diikutinya
}
suggestion-reverse = ubah kolom pada baris { $line } menjadi { $field }
suggestion-remove = hapus baris { $line }

severity-error = error
severity-warning = peringatan
severity-note = catatan
