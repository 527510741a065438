# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

list-and = { $first } ja { $last }
list-or = { $first } tai { $last }
list-and-more = { $first } ja { $count } muuta
list-or-more = { $first } tai { $count } muuta
at-lines = { $count ->
    [one] rivillä { $lines }
   *[other] riveillä { $lines }
}

explain-requested = Indeksointirobotti pyytää tämän URL-osoitteen muodossa { $path }; sääntöjä verrataan tähän polkuun.
explain-ignores = { $crawler } ei ylläpitäjänsä mukaan lue robots.txt-tiedostoa. Mikään tiedoston rivi ei estä sitä.
explain-path = Sääntöjä verrataan polkuun: { $path }

explain-no-group = Mikään tiedoston ryhmä ei nimeä robottia { $others }, eikä tiedostossa ole ryhmää kaikille indeksointiroboteille (*). Indeksointirobotti, jolla ei ole ryhmää, saa hakea kaiken.
explain-no-group-star-ignored = Mikään tiedoston ryhmä ei nimeä robottia { $others }, eikä { $crawler } noudata kaikkien indeksointirobottien ryhmää (*): ryhmän on nimettävä se.
explain-other-documents = { $statement }.
explain-own-group = { $crawler } noudattaa { $at } olevaa ryhmää { $name }, koska ryhmä nimeää tämän indeksointirobotin.
explain-own-group-not-star = { $crawler } noudattaa { $at } olevaa ryhmää { $name }, koska ryhmä nimeää tämän indeksointirobotin; kaikkien indeksointirobottien ryhmä (*) ei koske sitä.
explain-own-star = { $crawler } noudattaa { $at } olevaa kaikkien indeksointirobottien ryhmää (*), koska ryhmä nimeää tämän indeksointirobotin.
explain-other-group = Mikään ryhmä ei nimeä robottia { $others }, joten { $crawler } noudattaa { $at } olevaa ryhmää { $name }.
explain-star-group = Mikään ryhmä ei nimeä robottia { $others }, joten { $crawler } noudattaa { $at } olevaa kaikkien indeksointirobottien ryhmää (*).
explain-merged = Tiedostossa on { $count } tällaista ryhmää; niiden säännöt ovat voimassa yhdessä.

explain-no-rules = Ryhmässä ei ole sääntöjä, joten se ei estä mitään.
explain-none-matches = { $rules ->
    [one] Sen ainoa sääntö ei vastaa tätä polkua. Polun, jota mikään sääntö ei vastaa, saa hakea.
   *[other] Mikään sen { $rules } säännöstä ei vastaa tätä polkua. Polun, jota mikään sääntö ei vastaa, saa hakea.
}
explain-only-rule-matches = Sen ainoa sääntö vastaa tätä polkua.
explain-some-match = { $matching ->
    [one] Yksi sen { $rules } säännöstä vastaa tätä polkua.
   *[other] { $matching } sen { $rules } säännöstä vastaa tätä polkua.
}

explain-empty-rule = Rivillä { $line } ei ole polkua kaksoispisteen jälkeen, joten se ei rajoita mitään.
explain-rule-decides = Rivi { $line }, ”{ $rule }”, ratkaisee.
explain-near-slash = Rivi { $line }, { $rule }, ratkaisisi, jos se alkaisi merkillä ”/”.
explain-near-url = Rivi { $line }, { $rule }, ratkaisisi, jos se olisi polku eikä kokonainen URL-osoite.
explain-near-escapes = Rivi { $line }, { $rule }, ratkaisisi, jos se olisi kirjoitettu niin kuin indeksointirobotit pyytävät URL-osoitetta, koodattuna.
explain-near-case = Rivi { $line }, { $rule }, ratkaisisi, jos kirjainkoolla ei olisi merkitystä.
explain-longest-wins = Pisin malli voittaa: rivi { $line }, ”{ $rule }”, { $octets } merkkiä.
explain-longest-wins-escaped = Pisin malli voittaa: rivi { $line }, ”{ $rule }”, { $octets } tavua prosenttikoodattuna.
explain-allow-wins = Rivien { $line } ja { $other } mallit ovat yhtä pitkiä ({ $octets } merkkiä). Silloin allow voittaa: ”{ $rule }”.
explain-allow-wins-escaped = Rivien { $line } ja { $other } mallit ovat yhtä pitkiä ({ $octets } tavua prosenttikoodattuna). Silloin allow voittaa: ”{ $rule }”.
explain-same-result = Rivi { $line }, ”{ $rule }”, ratkaisee. Rivin { $other } tulos on sama.

explain-robots-txt = Itse /robots.txt-tiedoston saa aina hakea säännöistä riippumatta.
explain-may = Siis { $crawler } saa hakea tämän URL-osoitteen.
explain-may-not = Siis { $crawler } ei saa hakea tätä URL-osoitetta.
explain-cut-file = Tiedosto on pidempi kuin { $kib } KiB, jonka indeksointirobotit lukevat: viimeiset { $bytes } tavua ohitetaan.
explain-long-file = Tiedosto on pidempi kuin { $kib } KiB, jonka indeksointirobotit lukevat: loput ohitetaan.

note-other-origin = Tämän URL-osoitteen alkuperä on { $of }; tiedosto kuuluu alkuperälle { $own } ({ $difference })
explain-other-origin = robots.txt koskee vain omaa protokollaansa, isäntäänsä ja porttiaan. Tarkista kyseisen sivuston robots.txt.
differs-in-scheme = eri protokolla
differs-in-scheme-and-host = eri protokolla ja isäntä
differs-in-host = eri isäntä
differs-in-port = eri portti

place-this-url = vain tälle URL-osoitteelle
place-this-url-and-others = tälle ja muille URL-osoitteille
place-whole-site = koko sivustolle
place-directory = hakemistolle { $path } ja kaikelle sen alla
change-place = { $field } { $place }
change-place-for-crawler = { $field } { $place }, robotti { $crawler }
change-place-for-only = { $field } { $place }, vain robotti { $crawler }
change-place-for-all = { $field } { $place }, kaikki indeksointirobotit
change-place-for-all-but = { $field } { $place }, kaikki indeksointirobotit paitsi { $names }
change-field = Kirjoita riville { $line } { $field }
change-remove = Poista rivi { $line }
effect-add-rule = Lisää säännön ”{ $rule }” rivin { $line } jälkeen.
effect-add-to-groups = Lisää säännön ”{ $rule }” rivien { $lines } jälkeen.
effect-add-to-groups-and-star = Lisää säännön ”{ $rule }” rivien { $lines } jälkeen ja uuteen ryhmään, joka koskee kaikkia muita indeksointirobotteja.
effect-add-group = { $repeated ->
    [0] Lisää loppuun tälle indeksointirobotille ryhmän, jossa on ”{ $rule }”.
    [one] Lisää loppuun tälle indeksointirobotille ryhmän, jossa on ”{ $rule }” ja rivi, jota se nyt noudattaa.
   *[other] Lisää loppuun tälle indeksointirobotille ryhmän, jossa on ”{ $rule }” ja { $repeated } riviä, joita se nyt noudattaa.
}
effect-write-line = Kirjoittaa riville { $line } säännön ”{ $rule }”.
effect-reverse = Kääntää rivin päinvastaiseksi kaikille URL-osoitteille, joita se vastaa.
effect-remove = Sen jälkeen muut säännöt ratkaisevat kaikki URL-osoitteet, joita rivi vastaa.
effect-on-star = Vaikuttaa kaikkiin indeksointirobotteihin, joilla ei ole omaa ryhmää.
effect-on-group = Vaikuttaa kaikkiin ryhmän indeksointirobotteihin: { $agents }.
reach-this-url = Ei vaikuta muihin URL-osoitteisiin.
reach-other-urls = Vaikuttaa myös polkuun { $path } ja ehkä muihin URL-osoitteisiin: sääntö vastaa muutakin kuin tätä URL-osoitetta.
reach-others-unproved = Tiedostossa on liikaa sääntöjä sen todistamiseen, ettei muutos vaikuta muihin URL-osoitteisiin.
reach-stays-blocked = Toinen sääntö ratkaisee yhä osan sen URL-osoitteista: { $path } pysyy estettynä.
reach-stays-allowed = Toinen sääntö ratkaisee yhä osan sen URL-osoitteista: { $path } pysyy sallittuna.
reach-unproved = Tiedostossa on liian monta sääntöä, jotta tämän voisi todistaa sen jokaiselle URL-osoitteelle.

## The card: one answer in a few sentences. $rule is code, between backquotes.

card-allowed-by = { $crawler }: sallittu, rivi { $line }: { $rule }.
card-blocked-by = { $crawler }: estetty, rivi { $line }: { $rule }.
card-allowed = { $crawler }: sallittu: { $reason }.
card-blocked = { $crawler }: estetty: { $reason }.
card-elsewhere = { $crawler }: ei tulosta. { $reason }.
card-closes = { $open ->
   *[other] { $crawler }: tämä tiedosto sulkee { $closed } luetelluista { $total } sivusta{ $closing }; auki jää { $open }{ $opening }.
}
card-opens-only = { $closed ->
   *[other] { $crawler }: vain { $open } luetelluista { $total } sivusta on auki{ $opening }; suljettu on { $closed }{ $closing }.
}
card-closes-all = { $crawler }: kaikki { $total } lueteltua sivua on suljettu{ $closing }.
card-closes-none = { $crawler }: yksikään luetelluista { $total } sivusta ei ole suljettu.
card-others = { $count ->
    [one] Luettelossa on { $count } kohta, joka kuuluu toiseen sivustoon tai ei ole URL-osoite. Sitä ei ole laskettu.
   *[other] Luettelossa on { $count } kohtaa, jotka kuuluvat muihin sivustoihin tai eivät ole URL-osoitteita. Niitä ei ole laskettu.
}
card-uncounted = Suljettuja sivuja ei laskettu, koska se kestää liian kauan.
card-access-everything = { $crawler }: koko sivusto on auki.
card-access-part = { $crawler }: osa sivustosta on auki.
card-access-nothing = { $crawler }: mitään sivustolta ei saa hakea.
card-access-undecided = { $crawler }: ei selvinnyt, kuinka suuri osa sivustosta on auki, koska tiedostossa on liian monta sääntöä.
delay-asked = { $crawler }: rivi { $line } pyytää odottamaan { $seconds } sekuntia pyyntöjen välillä.
delay-read = { $crawler }: rivi { $line } pyytää odottamaan { $seconds } sekuntia pyyntöjen välillä, ja ylläpitäjä sanoo, että robotti lukee sellaisen rivin.
delay-not-read = { $crawler }: rivi { $line } pyytää { $seconds } sekuntia pyyntöjen väliin, mutta robotti ei lue sellaista riviä.
delay-not-said = { $crawler }: rivi { $line } pyytää odottamaan { $seconds } sekuntia pyyntöjen välillä. Ei tiedetä, lukeeko robotti sellaisen rivin.
delay-limited = { $crawler }: rivi { $line } pyytää odottamaan { $seconds } s pyyntöjen välillä. Ylläpitäjän mukaan robotti lukee { $kind ->
    [whole] kokonaislukuja
    [between] lukuja { $least }–{ $most }
   *[other] lukuja enintään { $most }
  }.
rate-asked = { $crawler }: rivi { $line } pyytää enintään { $requests } pyyntöä { $seconds } sekunnissa.
rate-read = { $crawler }: rivi { $line } pyytää enintään { $requests } pyyntöä { $seconds } sekunnissa, ja ylläpitäjä sanoo, että robotti lukee sellaisen rivin.
rate-not-read = { $crawler }: rivi { $line } pyytää enintään { $requests } pyyntöä { $seconds } sekunnissa, mutta robotti ei lue sellaista riviä.
rate-not-said = { $crawler }: rivi { $line } pyytää enintään { $requests } pyyntöä { $seconds } sekunnissa. Ei tiedetä, lukeeko robotti sellaisen rivin.
rate-hours = Rivi koskee vain aikaa { $hours } UTC.
card-about-draft = Tämä koskee robots.txt-luonnosta, ei julkaistun sivuston tiedostoa.
card-about-draft-of = Tämä koskee robots.txt-luonnosta sivustolle { $site }, ei sen julkaistua tiedostoa.
card-about-live = Tämä koskee sivuston { $site } robots.txt-tiedostoa, luettu { $time }.
card-about-site = Tämä koskee sivuston { $site } robots.txt-tiedostoa.
card-open-tester = Avaa testaustyökalussa
