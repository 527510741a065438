# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = Kieli
language-draft = Tämä käännös on luonnos. Ilmoita virheistä: tekstit ovat maycrawlin tiedostossa languages/{ $tag }/page.ftl.

close = Sulje
loading = Ladataan…

help = Ohje
help-keys = Näppäimet
key-find = hae luonnoksesta
key-undo = kumoa ja tee uudelleen, myös korjaukset ja ladatut versiot
key-finding = siirry seuraavaan tai edelliseen löydökseen luonnoksessa
key-comment = muuta rivit kommenteiksi tai takaisin
key-tab = siirry sivun seuraavaan osaan, myös muokkausalueelta
key-arrows = liiku taulukossa; luonnos näyttää ratkaisevan rivin
key-enter = taulukossa: siirry ratkaisevalle riville
key-delete = taulukossa: poista rivin URL-osoite
key-escape = sulje haku, valintaikkuna tai tämä ohje
help-note = Käytä Macissa näppäintä ⌘ Ctrl-näppäimen sijaan. Jokainen solu näyttää luonnoksen tuloksen ja ratkaisevan rivin. Korostettu solu poikkeaa vertailtavan version tuloksesta. Vastaukset antaa maycrawlin kirjasto, joka lukee robots.txt-tiedoston samoin kuin Googlen oma jäsennin.
help-api = Tämän palvelun rajapinta (API)
help-read-more = Lue lisää
help-rfc = RFC 9309, Robots Exclusion Protocol
help-google = Google: miten robots.txt luetaan

start-title = Saavatko indeksointirobotit hakea sivusi?
start-lead = Kirjoita sivustosi osoite. Näet, mitä sen robots.txt sallii, mille indeksointiroboteille ja millä rivillä, ja voit testata muutoksen ennen sen julkaisua.
start-recipes = Aloita reseptillä
card-ai-title = Estä tekoälyn koulutus, säilytä haku
card-ai-text = Kielimalleille tekstejä keräävät robotit estetään. Hakukoneet saavat indeksoida.
card-staging-title = Sulje testisivusto
card-staging-text = Mitään ei saa indeksoida, ei edes AdsBot. Vain salasana suojaa sivustoa.
card-filters-title = Sulje hakutulokset ja suodattimet
card-filters-text = Indeksointirobotit ohittavat sivuston omat hakutulokset ja sivut, jotka vain lajittelevat tai suodattavat.
card-nothing-title = Aloita tyhjästä
card-nothing-text = Tyhjä muokkausalue, joka selittää virheet kirjoittaessasi.
start-example = Katso esimerkki
start-or-paste = tai liitä tai pudota robots.txt alla olevaan muokkausalueeseen.

recipes-title = Reseptit
recipes-question = Mitä tiedoston pitää tehdä?
recipes-sitemap = Sivustokartta
recipes-where = Mihin kirjoitetaan
recipes-add = Lisää luonnokseen
recipes-replace = Korvaa luonnos
recipes-whole-site = Tämä koskee koko sivustoa, joten se voi vain korvata luonnoksen.
recipes-choose = Valitse, mitä tiedoston pitää tehdä.
recipes-busy = Kirjoitetaan ja verrataan…
recipes-warning = Varoitus: { $text }
recipes-changes = Mikä luonnoksessa muuttuu
recipes-closes = Mitä se sulkee
recipes-file = Tiedosto
recipes-apply = Siirrä muokkausalueeseen

lint-page-example = Esimerkki
lint-page-instead = Oikein
lint-page-fix = Korjaus:
lint-page-sources = Lähteet

findings-label = Löydökset
findings-errors = { $count ->
    [one] 1 virhe
   *[other] { $count } virhettä
}
findings-warnings = { $count ->
    [one] 1 varoitus
   *[other] { $count } varoitusta
}
findings-notes = { $count ->
    [one] 1 huomautus
   *[other] { $count } huomautusta
}
next-error = Siirry seuraavaan virheeseen
next-warning = Siirry seuraavaan varoitukseen
next-note = Siirry seuraavaan huomautukseen
finding-error = virhe
finding-warning = varoitus
finding-note = huomautus
findings-hide = Piilota luettelo
findings-show = Näytä luettelo
fix-all = Korjaa kaikki ({ $count })
fix-all-more = Korjaa kaikki ({ $count } tai enemmän)
verdicts-may-change = { $action }, tulokset voivat muuttua
findings-left = Näytetään { $shown } ensimmäistä, yhteensä { $total }.
finding-line = rivi { $line }
finding-documentation = { $code }, { $name }: ohjeet
fix = Korjaa

more-notes = ja { $count } muuta huomautusta

import-too-large = tiedosto on suurempi kuin 50 MiB
import-no-text = tämä ei ole tekstitiedosto
import-not-utf8 = tämä ei ole UTF-8-tekstitiedosto
import-list = luettelo
import-column = CSV-tiedoston sarake { $column }

submit-title = Lähetä
submit-title-site = Lähetä sivustolle { $site }
submit-hosted = Jos palveluntarjoaja kirjoittaa robots.txt-tiedostosi, et voi ladata tiedostoa palvelimelle. Etsi palvelun hakunäkyvyyttä koskeva asetus.
submit-no-root = Eikö sinulla ole pääsyä verkkotunnuksen juureen? Indeksointirobotit lukevat robots.txt-tiedoston vain sieltä, eivät osoitteesta subdomain.example.com/site/robots.txt. Pyydä isännän ylläpitäjää lisäämään tiedosto juureen, tai käytä sivuillasi robots-sisällönkuvauskenttiä.
submit-changes = Mikä muuttuu sivustolla { $site }
submit-no-change = Ei mikään: luonnoksen teksti on sama.
submit-upload = Lataa ja siirrä
submit-upload-text = Lataa luonnos ({ $bytes ->
    [one] 1 tavu
   *[other] { $bytes } tavua
}). Siirrä se sitten muuttamattomana osoitteeseen { $url }. maycrawl ei voi kirjoittaa sivustollesi.
submit-upload-place = robots.txt sivustosi juuressa
submit-download = Lataa robots.txt
submit-open-first = Avaa ensin sivusto sivun yläreunasta.
submit-verify = Tarkista
submit-verify-text = Hae siirretty tiedosto nyt ja vertaa sitä luonnokseen tavu tavulta.
submit-compare = Vertaa
submit-comparing = Verrataan…
submit-view = Näytä julkaistu tiedosto
submit-same = Julkaistu tiedosto vastaa luonnostasi tavu tavulta ({ $bytes ->
    [one] 1 tavu
   *[other] { $bytes } tavua
}).
submit-not-fetched = Sivustoa ei haettu uudelleen: { $note }.
submit-no-file = Vertailtavaa julkaistua tiedostoa ei ole: { $state }.
submit-differ = Ne eroavat. Luonnoksessa on { $draft ->
    [one] 1 tavu
   *[other] { $draft } tavua
}, julkaistussa tiedostossa { $live ->
    [one] 1 tavu
   *[other] { $live } tavua
}.
submit-differ-from = Ne eroavat rivistä { $line } alkaen (tavu { $byte }). Luonnoksessa on { $draft ->
    [one] 1 tavu
   *[other] { $draft } tavua
}, julkaistussa tiedostossa { $live ->
    [one] 1 tavu
   *[other] { $live } tavua
}.
submit-invisible = Rivin näkyvä teksti on sama. Rivinvaihto tai näkymätön tavu eroaa.
submit-legend = − merkitsee tekstiä, joka on vain julkaistussa tiedostossa, + tekstiä, joka on vain luonnoksessa.
submit-refresh = Pyydä päivitystä
submit-refresh-text = Tämä hakee tiedoston kaikille tämän palvelun välimuistin käyttäjille. Välimuistia käyttävät indeksointirobotit noudattavat uutta tiedostoa heti. Google päivittää oman kopionsa yleensä vuorokaudessa.
submit-refresh-now = Päivitä yhteinen välimuisti
submit-refreshing = Päivitetään…
submit-first-seen = Tämä versio nähtiin ensimmäisen kerran { $time }.
submit-load-live = Lataa julkaistu tiedosto muokkausalueeseen
submit-google = Google: { $report } näyttää Googlen kopion, ja siinä voi pyytää uutta indeksointia. Estäminen ei poista sivua hakutuloksista. { $removals } piilottaa sivun heti.
submit-google-report = Search Consolen robots.txt-raportti
submit-google-removals = Poistotyökalu
submit-bing = Bing: { $tools } sisältää kaksi työkalua: robots.txt Tester ilmoittaa Bingille uudesta tiedostosta, ja Block URLs piilottaa sivun.
submit-listed = Näkyykö sivu hakutuloksissa? Hae sen URL-osoitteella Googlesta tai Bingistä. Hakukoneet voivat silti näyttää estetyn sivun pelkkänä URL-osoitteena.
