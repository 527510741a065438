# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = ei tavoitettavissa
change-to-allow = salliminen: { $change }
change-to-allow-site = koko sivuston salliminen: { $change }
change-to-disallow = kieltäminen: { $change }
change-or-allow = tai salli kaikki hakemistossa { $place }: { $change }
change-or-disallow = tai kiellä kaikki hakemistossa { $place }: { $change }
change-place-this-crawler = { $path }, vain tämä indeksointirobotti
change-place-all-crawlers = { $path }, kaikki indeksointirobotit
change-place-all-crawlers-but = { $path }, kaikki indeksointirobotit paitsi { $names }
change-except = { $change } (toinen sääntö ratkaisee yhä polun { $path })
change-unproved = { $change } (ei todistettu sen jokaiselle URL-osoitteelle)
requested-as = pyydetään muodossa { $url }
readers-line = { $readers }: rivi { $line }: { $text }
one-follows = { $name } noudattaa ryhmää `{ $group }`
crawlers-count = { $count } indeksointirobottia
others-follow-star = { $count } muuta noudattaa ryhmää `*`
all-follow-star = Kaikki { $count } noudattavat ryhmää `*`
crawlers-follow = { $count } indeksointirobottia noudattaa ryhmää `{ $group }`
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json nimeää jokaisen indeksointirobotin.

readers-found = { $count ->
    [one] 1 erimielisyys
   *[other] { $count } erimielisyyttä
}, ohjelmia { $readers }; --format json sisältää kaikki
readers-found-unusual = Näistä { $count } koskee vain epätavallisia polkuja (esimerkiksi tarpeettomasti koodattuja merkkejä, kaksoiskauttaviivoja tai itse tiedostoa /robots.txt)
readers-agree = { $readers } ohjelmaa antaa jokaiselle polulle saman vastauksen
readers-undecided = { $count } ohjelmaa jäi vertaamatta kaikilla poluilla, koska askelten budjetti on käytetty
readers-names = { $count ->
    [one] 1 indeksointirobottia ei verrattu: tiedostossa on liikaa nimiä tai sääntöjä
   *[other] { $count } indeksointirobottia ei verrattu: tiedostossa on liikaa nimiä tai sääntöjä
}
readers-no-rule = { $readers }: ei sääntöä
readers-why = { $readers } ja { $other }: { $axis }
readers-not-explained = useita syitä yhdessä
axis-bytes = ne tulkitsevat tiedoston tavut eri tavoin
axis-line-ends = ne päättävät rivit eri merkkeihin
axis-fields = ne tuntevat eri kenttien nimet
axis-a-blank-line = tyhjä rivi merkitsee niille eri asioita
axis-what-ends-a-run-of-user-agent-lines = eri rivit päättävät niille user-agent-rivien jakson
axis-a-rule-before-the-first-user-agent-line = ne lukevat ensimmäistä user-agent-riviä edeltävän säännön eri tavoin
axis-a-group-without-rules = ryhmä ilman sääntöjä merkitsee niille eri asioita
axis-a-name-in-the-file = ne lukevat eri osan tiedostossa olevasta nimestä
axis-the-name-of-the-crawler = ne lukevat eri osan indeksointirobotin nimestä
axis-how-names-are-compared = ne vertaavat nimiä eri tavoin
axis-which-group-counts = ne valitsevat eri ryhmät
axis-a-rule-without-a-path = sääntö ilman polkua merkitsee niille eri asioita
axis-escapes = ne vertaavat koodattuja merkkejä, kauttaviivoja ja polun loppua eri tavoin
axis-wildcards = ne lukevat merkit * ja $ eri tavoin
axis-which-rule-wins = niillä eri säännöt voittavat
axis-the-index-page = ne lukevat hakemistosivua koskevan säännön eri tavoin
axis-robots-txt-itself = yksi niistä sallii aina polun /robots.txt
readers-more = { $count } muuta samoilla ohjelmilla, esimerkiksi { $paths }
readers-unusual = vain epätavallisia polkuja
readers-among = näiden joukossa: { $paths }
readers-shortest = lyhin: { $path }
readers-others = jokainen indeksointirobotti, jota tiedosto ei nimeä
readers-crawlers = kysyjänä { $crawlers }
paths-whole-site = koko sivusto
paths-below = kaikki polun { $text } alla
paths-begins-with = kaikki, minkä alussa on { $text }
paths-contains = kaikki polut, joissa on { $text }
paths-ends-with = kaikki polut, joiden lopussa on { $text }
paths-alone = vain polku { $text }
paths-matches = kaikki mallia { $text } vastaavat polut

label-detail = englanniksi
label-help = ohje
label-changes = muuttuu
program-closed = { $path } kielletään näiltä: { $programs }
program-opened = { $path } sallitaan näille: { $programs }
label-also = myös rivit
findings-cut = { $file }: { $lint }: näytetään { $shown } ensimmäistä, yhteensä { $found }
nothing-found = { $files ->
    [one] 1 tiedosto
   *[other] { $files } tiedostoa
}: ei löydöksiä
findings-summary = { $files ->
    [one] 1 tiedosto
   *[other] { $files } tiedostoa
}: { $errors ->
    [one] 1 virhe
   *[other] { $errors } virhettä
}, { $warnings ->
    [one] 1 varoitus
   *[other] { $warnings } varoitusta
}, { $notes ->
    [one] 1 huomautus
   *[other] { $notes } huomautusta
}
fixable-safely = { $count } korjattavissa valitsimella --fix (tulokset eivät muutu)
fixable-all = { $count } korjattavissa valitsimella --fix=all (tulokset voivat muuttua)

## A site whose robots.txt cannot be fetched: what comes, by which document, and the repair.

outlook-pause = Sivusto pyytää indeksoijia odottamaan { $time } asti (Retry-After).
outlook-copy = Jos vika jatkuu, viimeinen kopio on voimassa { $time } alkaen.
outlook-open = Jos vika jatkuu, kaiken saa indeksoida { $time } alkaen.
outlook-depends = Jos vika jatkuu, { $time } alkaen ratkaisee se, vastaavatko sivuston muut sivut.
outlook-stays = Näin on, kunnes sivusto vastaa.
outlook-source = Lähde: { $policy }.
outlook-other = Toinen lähde on { $policy }: sen mukaan tilanne muuttuu { $time }.
outlook-repair = Korjaa sivusto niin, että se vastaa 200 ja antaa tiedoston, tai 404, jos tiedostoa ei ole.
policy-google-2021 = Googlen ohjeet vuosilta 2019–2021
policy-google-2026 = Googlen ohjeet vuodelta 2026
policy-google-2019 = Googlen teksti ennen heinäkuuta 2019
policy-rfc9309 = RFC 9309
