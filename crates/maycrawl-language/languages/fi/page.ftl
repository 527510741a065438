# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

language-label = Kieli
language-draft = Tämä käännös on luonnos. Ilmoita virheistä: tekstit ovat maycrawlin tiedostossa languages/{ $tag }/page.ftl.

close = Sulje
loading = Ladataan…

help = Ohje
help-keys = Näppäimet
key-site = siirry sivun tai sivuston kenttään
key-save = tallenna luonnos tiedostona
key-complete = täydennä kenttä, indeksointirobotti tai polku luonnoksessa
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
start-lead = Kirjoita sivun tai sivustosi osoite, tai liitä Search Consolen viesti. Näet, mitä sen robots.txt sallii, mille indeksointiroboteille ja millä rivillä, ja voit testata muutoksen ennen sen julkaisua.
start-lead-alone = Liitä tai pudota robots.txt alla olevaan muokkausalueeseen. Näet, mitä se sallii, mille indeksointiroboteille ja millä rivillä, ja voit testata muutoksen ennen sen julkaisua. Kaikki tapahtuu selaimessasi: mitään julkista sivustoa ei avata, eikä mitään liittämääsi lähetetä.
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
start-or-paste = tai liitä robots.txt alla olevaan muokkausalueeseen tai pudota se mihin tahansa.
start-local = Mikään ei lähde selaimestasi, kun testaat luonnosta: tarkistin toimii tällä sivulla. Palvelua käytetään vain julkisiin sivustoihin, jotka avaat, tutkit tai joihin vertaat, ja sivustokarttatiedoston lukemiseen.

recipes-title = Reseptit
recipes-question = Mitä tiedoston pitää tehdä?
recipes-topic-ai = Tekoälybotit ja tekoälyn koulutus
recipes-topic-whole-site = Koko sivusto
recipes-topic-paths = Hakemistot, sivut ja tiedostot
recipes-topic-duplicates = Hakutulokset, suodattimet ja istunnot
recipes-topic-crawlers = Vain jotkin indeksointirobotit
recipes-topic-media = Kuvat, videot ja ääni
recipes-search = Etsi reseptejä
recipes-none = Missään reseptissä ei ole näitä sanoja.
recipes-sitemap = Sivustokartta
recipes-where = Mihin kirjoitetaan
recipes-add = Lisää luonnokseen
recipes-replace = Korvaa luonnos
recipes-whole-site = Tämä koskee koko sivustoa, joten se voi vain korvata luonnoksen.
recipes-choose = Valitse, mitä tiedoston pitää tehdä.
recipes-busy = Kirjoitetaan ja verrataan…
recipes-warning = Varoitus:
recipes-changes = Mikä muuttuu luonnoksesta tähän tiedostoon
recipes-closes = Mitä se sulkee, kun tiedostoa ei ollut
recipes-for-programs = Jotkin ohjelmat lukevat tiedoston toisin eivätkä tee, mitä reseptit lupaavat:
recipes-program-allowed = { $path } on sallittu näille: { $programs }
recipes-program-disallowed = { $path } on kielletty näiltä: { $programs }
recipes-programs-undecided = Ei tiedossa näistä, koska verrattavaa on liikaa: { $programs }.
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
in-english = Englanniksi:
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
submit-alone = Tämä testaaja toimii ilman palvelua eikä voi hakea sivustoasi. Avaa tiedosto siirron jälkeen selaimessasi ja varmista, että se on sama, jonka latasit täältä.
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
submit-cut = Se, mitä luettiin, on samaa. Mutta julkaistu tiedosto on pidempi kuin 500 KiB, eikä siitä lueta enempää, joten loppuja ei verrata.
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


tester = robots.txt-testaaja
start-screen = Aloitusnäyttöön
copy-link = Kopioi linkki
theme-auto = Autom.
theme-light = Vaalea
theme-dark = Tumma
theme-is-auto = Väriteema: automaattinen. Vaihda teemaa.
theme-is-light = Väriteema: vaalea. Vaihda teemaa.
theme-is-dark = Väriteema: tumma. Vaihda teemaa.
site = Sivu tai sivusto
site-open = Avaa
site-opening = Avataan…
site-example = Esimerkki
fetch-again = Hae uudelleen
fetch-again-title = Hae robots.txt uudelleen, vaikka tallennettu vastaus on vielä tuore
ask-as = Kysy nimellä…
ask-as-hint = Hae robots.txt selaimen, Googlebotin ja muiden hakurobottien nimellä ja vertaa vastauksia
ask-as-doubt = Avautuuko se selaimessasi? Kysy Googlebotin nimellä…
ask-as-title = { $site }: robots.txt usean hakurobotin nimellä
ask-as-asking = Sivustolta kysytään viidellä User-Agentilla, yksi kerrallaan. Hidas sivusto voi viedä minuutin.
ask-as-again = Kysy uudelleen
ask-as-age = { $age ->
    [0] Kysytty juuri nyt.
   *[other] Kysytty { $age } s sitten.
  } Palvelu kysyy samalta sivustolta enintään kerran minuutissa.
ask-as-browser = selain
ask-as-name = Nimellä
ask-as-status = Tila
ask-as-size = Tavua
ask-as-hash = Tiiviste
ask-as-time = Aika
ask-as-meaning = Indeksoinnille
ask-as-is-file = tiedosto
ask-as-is-empty = tyhjä tiedosto, joten kaiken saa indeksoida
ask-as-is-page = tiedosto, mutta se on verkkosivu
ask-as-is-protection = tiedosto, mutta bottisuojaukselta
ask-as-is-missing = ei tiedostoa, joten kaiken saa indeksoida
ask-as-is-refusal = ei tiedostoa, joten kaiken saa indeksoida; tai esto
ask-as-is-closed = ei tavoitettavissa, joten mitään ei saa indeksoida
ask-as-is-open = ei tavoitettavissa, joten rajoituksia ei oleteta
ask-as-skipped = { $why ->
    [not-reached] ei kysytty, koska yhteyttä ei syntynyt
    [busy] ei kysytty, koska palvelu lähettää liikaa pyyntöjä
   *[other] ei kysytty, koska aika loppui
  }
ask-as-difference = Rivi { $line } on { $this }. Ensimmäisessä vastauksessa se on { $first }.
ask-as-end = tiedoston loppu
ask-as-limits = Vain User-Agent vaihtui. Palvelu ei voi kysyä Googlen osoitteista, ja palomuuri voi tarkistaa osoitteen: oikea Googlebot voi päästä läpi siellä, missä tämä pyyntö estettiin, tai jäädä kiinni siellä, missä tämä pääsi läpi.
ask-as-not-asked = Sivustolta ei kysytty.
ask-as-not-reached = Yhteyttä ei syntynyt, joten yhtään User-Agentia ei lähetetty. Syy on sivuston nimessä, osoitteessa tai verkossa, ei User-Agentteja koskevassa säännössä.
ask-as-same = { $answer ->
    [file] Sivusto antaa saman tiedoston jokaiselle lähetetylle User-Agentille, joten nimiä koskevaa sääntöä ei näy. Jos Google silti ilmoittaa, ettei se ole tavoitettavissa, etsi osoitteita koskeva sääntö.
    [no-file] Sivusto vastaa { $status } jokaiselle lähetetylle User-Agentille: tiedostoa ei ole, joten kaiken saa indeksoida.
    [refusal] Sivusto vastaa { $status } jokaiselle lähetetylle User-Agentille, joten se ei katso nimeä. Se torjuu kysyjän osoitteen tai tämän polun kaikilta.
    [server-error] Sivusto vastaa { $status } jokaiselle lähetetylle User-Agentille, joten se ei katso nimeä: palvelimessa tai sen edessä on vika.
    [web-page] Sivusto lähettää robots.txt-tiedoston sijaan verkkosivun jokaiselle lähetetylle User-Agentille. Tarjoa tiedosto pelkkänä tekstinä tai vastaa 404.
    [protection] Bottisuojaus vastaa sivuston puolesta jokaiselle lähetetylle User-Agentille. Vapauta /robots.txt siitä.
   *[failure] Sivusto ei anna käyttökelpoista vastausta millekään lähetetylle User-Agentille, joten se ei katso nimeä.
  }
ask-as-blocked = { $answer ->
    [code] Sivusto vastaa { $status }, kun User-Agent on { $concerned }, mutta antaa tiedoston, kun se on { $served }: syynä on todennäköisesti palomuuri tai User-Agentteja koskeva sääntö. Salli siellä { $concerned }.
    [web-page] Sivusto lähettää tiedoston sijaan verkkosivun, kun User-Agent on { $concerned }, mutta antaa tiedoston, kun se on { $served }: syynä on todennäköisesti palomuuri tai User-Agentteja koskeva sääntö. Salli siellä { $concerned }.
    [protection] Bottisuojaus vastaa, kun User-Agent on { $concerned }, mutta tiedosto tulee, kun se on { $served }. Salli siellä { $concerned }.
   *[other] Sivusto ei anna tiedostoaan, kun User-Agent on { $concerned }, mutta antaa sen, kun se on { $served }: syynä on todennäköisesti palomuuri tai User-Agentteja koskeva sääntö. Salli siellä { $concerned }.
  }
ask-as-crawlers-served = Sivusto antaa tiedoston, kun User-Agent on { $served }, mutta ei, kun se on { $concerned }: kysytyt hakurobotit saavat tiedoston. Jos Google silti ilmoittaa, ettei se ole tavoitettavissa, etsi osoitteita koskeva sääntö.
ask-as-other-file = Sivusto antaa eri tiedoston, kun User-Agent on { $concerned }, kuin silloin, kun se on { $served }: tiedosto riippuu User-Agentista tai muuttuu pyynnöstä toiseen.
ask-as-none-served = Sivusto ei anna tiedostoa yhdellekään User-Agentille, ja sen vastaukset eroavat: syynä on todennäköisesti palomuuri tai User-Agentteja koskeva sääntö.
addresses = Muut osoitteet…
addresses-label = Tämän sivuston muut osoitteet
addresses-title = Jokaisella osoitteella on oma robots.txt
status-hint = Avaa sivusto tai liitä luonnos. Muokkain toimii myös ilman sivustoa.
redirected = Uudelleenohjattu: { $hops }.
no-response = ei vastausta
state-file = Päätökset perustuvat tiedostoon { $robots } ajalta { $time }
state-no-file = { $robots } katsotaan puuttuvaksi ({ $cause }), joten kaiken saa indeksoida
state-closed = { $cause }: { $robots } ei ole tavoitettavissa, joten mitään ei saa indeksoida
state-last-copy = { $cause }: { $robots } ei ole tavoitettavissa. Käytetään viimeistä kopiota, { $time }
state-no-limits = { $cause }: { $robots } ei ole tavoitettavissa. Rajoituksia ei oleteta
state-unknown = { $robots } ei ole tiedossa
opening-title = Avataan { $site }
opening-text = Palvelu pyytää sivustolta robots.txt-tiedostoa. Hidas sivusto voi viedä puoli minuuttia.
opening-cancel = Peruuta
opening-cancelled = Peruutettu. Mikään ei muuttunut.

draft-width = Luonnoksen leveys
why-width = Selityksen leveys
splitter-title = { $label }: vedä tai käytä nuolinäppäimiä. Enter tai kaksoisnapsautus palauttaa sen.

summary-label = Yhteenveto
names-and = { $first } ja { $last }
names-more = { $count } muuta
names-others = kaikki nimeämättömät indeksointirobotit
names-purpose-token = käyttötarkoituksen tunnus { $name } (ei indeksointirobotti)
readers-know = { $names }, kun ohjelma tietää, että { $fact }
readers-do-not-know = { $names }, kun ohjelma ei tiedä, että { $fact }
readers-know-several = { $names }, kun ohjelma tulkitsee robots.txt-tiedostoa niiden osalta samoin kuin niiden ylläpitäjät
readers-do-not-know-several = { $names }, kun ohjelma tulkitsee robots.txt-tiedostoa niiden osalta kuin minkä tahansa muun indeksointirobotin osalta
fact-falls-back = { $count ->
    [one] { $names } noudattaa ilman omaa ryhmää ryhmää { $to }
   *[other] ne noudattavat ilman omaa ryhmää ryhmää { $to }
}
fact-ignores-star = { $count ->
    [one] { $names } ei noudata ryhmää `*`
   *[other] ne eivät noudata ryhmää `*`
}
fact-ignores-robots-txt = { $count ->
    [one] { $names } ei noudata robots.txt-tiedostoa
   *[other] ne eivät noudata robots.txt-tiedostoa
}
more-items = ja { $count } muuta
search-everything = Kaiken saa indeksoida: { $names }.
search-part = Osan sivustosta saa indeksoida: { $names }.
search-closed = Sivuston saa indeksoida: { $names }. Suljettu: { $closed }.
search-closed-share = { $open } saa indeksoida: { $names }. Suljettu { $count }: { $closed }.
search-part-closed = Osan sivustosta saa indeksoida: { $names }. Suljettu: { $closed }.
search-only = Vain { $open } on auki: { $names }.
search-only-share = Vain { $open } on auki ({ $share }; suljettu { $count }): { $names }.
search-others = { $count ->
    [one] Yksi muu hakukone saa indeksoida toisen osan sivustosta.
   *[other] { $count } muuta hakukonetta saa indeksoida muita osia sivustosta.
}
search-nothing = Mitään ei saa indeksoida: { $names }.
search-undecided = Tuntemattoman osan sivustosta saa indeksoida, koska vertailtavia sääntöjä on liikaa: { $names }.
access-everything = saa indeksoida kaiken
access-part = saa indeksoida osan sivustosta
access-except = saa indeksoida sivuston, paitsi { $closed }
access-only = saa indeksoida vain: { $open }
access-same = saa indeksoida saman
access-nothing = ei saa indeksoida mitään
access-undecided = oikeuksia ei tiedetä, koska vertailtavia sääntöjä on liikaa
training-blocked = Kaikki { $total } tekoälyn koulutuksen robottia, jotka lupaavat noudattaa robots.txt-tiedostoa, on estetty.
training-all = Kaikki { $total } tekoälyn koulutuksen robottia, jotka lupaavat noudattaa robots.txt-tiedostoa: { $access }.
training-some = { $total } tekoälyn koulutuksen robotista, jotka lupaavat noudattaa robots.txt-tiedostoa, { $count } { $access }, { $others }.
summary-use = { $use } käyttönä: { $said }
summary-use-named = { $names }: { $said }
summary-use-part = { $said } etusivulle; muilla sivuilla toisin
summary-uses-none = Tiedosto ei sano mitään sivujen käytöstä: haku, tekoälyn koulutus, tekoälyn syöte.
summary-uses-closed = Robotilla, joka ei saa hakea mitään, ei ole mitään käytettävää. Muille tiedosto ei sano mitään sivujen käytöstä: haku, tekoälyn koulutus, tekoälyn syöte.
summary-uses-undecided = Tiedosto on liian suuri, joten ei löydetty, mitä se sanoo käytöstä.
training-named = { $names } { $access }
training-others = { $count } { $access }
training-title = Robotit, joiden ylläpitäjä sanoo niiden noudattavan robots.txt-tiedostoa. Lisää osa niistä taulukkoon napsauttamalla.
go-to-line = Siirry riville { $line }
fetch-it-again = Hae se uudelleen
no-problems = Ei virheitä eikä varoituksia.
problems-errors = Tiedostossa on { $count ->
    [one] 1 virhe
   *[other] { $count } virhettä
}.
problems-warnings = Tiedostossa on { $count ->
    [one] 1 varoitus
   *[other] { $count } varoitusta
}.
problems-both = Tiedostossa on { $errors ->
    [one] 1 virhe
   *[other] { $errors } virhettä
} ja { $warnings ->
    [one] 1 varoitus
   *[other] { $warnings } varoitusta
}.
urls-none-closed = Yksikään taulukon { $all } URL-osoitteesta ei ole suljettu robotilta { $agent }.
urls-closed = Taulukon { $all } URL-osoitteesta { $closed ->
    [one] { $closed } on
   *[other] { $closed } on
} suljettu robotilta { $agent }: { $lines }.
line-closes = rivi { $line } sulkee { $count }
lines-and-more = ja { $count ->
    [one] 1 muu rivi
   *[other] { $count } muuta riviä
}
summary-sitemaps = Tiedosto nimeää { $count ->
    [one] 1 sivustokartan
   *[other] { $count } sivustokarttaa
}.
summary-test-urls = { $count ->
    [one] Testaa sen URL-osoitteet
   *[other] Testaa niiden URL-osoitteet
}
summary-redirects = { $origin } ohjaa uudelleen: sen robots.txt on osoitteessa { $url } ({ $count ->
    [one] 1 uudelleenohjaus
   *[other] { $count } uudelleenohjausta
}).
summary-empty = Tiedosto on tyhjä: kaiken saa indeksoida.
summary-age = Tämä teksti on julkaistu, nähty ensi kerran { $day }.
old-copy = Google voi noudattaa aiempaa { $time } asti.
just-now = juuri nyt

word-allowed = Sallittu
word-blocked = Estetty
word-other-site = Muu sivusto
word-error = Ei URL
word-unreachable = Ei tavoitettavissa
cell-none = ei vielä vastausta
cell-invalid = ei kelvollinen URL: { $detail }
cell-by-line = { $verdict }, rivi { $line }
cell-change = { $draft }; aiemmin: { $live }
cell-members = { $agent } ja { $count ->
    [one] 1 muu indeksointirobotti
   *[other] { $count } muuta indeksointirobottia
}
by-line = rivi
was = oli
now = nyt
live-by-line = kyseisen version rivi { $line }
outdated = Ei ajan tasalla
retry-now = Yritä uudelleen nyt
banner-opening = Avataan { $site }…
banner-none = Ei vielä tulosta.
banner-add = Lisää URL-osoite ja indeksointirobotti, niin näet tuloksen.
banner-filtered = Mikään URL-osoite ei vastaa suodattimia.
banner-open = Ei vielä tulosta. Avaa sivustosi yläreunasta tai liitä robots.txt.
banner-open-alone = Ei vielä tulosta. Liitä robots.txt.
verdict-at = { $agent }: { $url }
verdict-requested = indeksointirobotti pyytää sitä muodossa { $url }
try-address = Kokeile { $address }
inspect = Tarkasta
inspect-hint = Hae tämä sivu ja tarkista, voiko sen hakea ja indeksoida
site-closed = { $cause }; robots.txt ei ole tavoitettavissa, joten { $operator } ei saa indeksoida mitään
site-closed-elsewhere = { $operator } ei saa indeksoida mitään. Syy: { $reason }
site-no-file = robots.txt katsotaan puuttuvaksi, joten kaiken saa indeksoida
site-no-file-because = robots.txt katsotaan puuttuvaksi ({ $cause }), joten kaiken saa indeksoida
rule-group = (ryhmä { $group }, { $line })
policy-difference = Julkaistu: { $text }.

why = Miksi
why-choose = Valitse solu, niin näet selityksen.
why-open = Avaa sivustosi tai liitä robots.txt, niin näet selitykset.
why-open-alone = Liitä robots.txt, niin näet selitykset.
why-live = Luonnos on tyhjä. Tulokset koskevat julkaistua tiedostoa.
why-change = Muuta tätä tulosta
why-rules = Vastaavat säännöt
why-groups = Ryhmät
why-more-rules = ja { $count } muuta, jotka eivät ratkaise
column-line = Rivi
column-lines = Rivit
column-rule = Sääntö
column-length = Pituus
column-result = Tulos
column-agents = User agentit

corrected = Kun kysyjä on { $agent }, sivusto vastaa toisin: { $reason }
corrected-file = Kun kysyjä on { $agent }, sivusto antaa toisen tiedoston.
corrected-own = maycrawlin saaman tiedoston mukaan: { $verdict }.
corrected-below = Tämä on maycrawlin saaman tiedoston mukaan; { $agent } saa toisen vastauksen.
part-not-loaded = Sivun osaa ei voitu ladata. Lataa sivu uudelleen.
repair-copy = Kopioi rivi
repair-copied = Rivi kopioitu.
repair-not-copied = Selain ei sallinut kopiointia: { $text }
proposal-apply = Ota käyttöön
proposal-apply-title = Ota käyttöön: { $title }
proposal-outdated = tämä ehdotus on vanhentunut
proposal-wait = Tämä ehdotus on vanhentunut. Odota uutta
proposal-done = Valmis: { $title }. Kumoa palauttaa sen.
changes-title = Mikä muuttuu
changes-live-to-draft = Julkaistusta tiedostosta ({ $from }) luonnokseesi.
changes-version-to-draft = Aiemmasta versiosta ({ $from }) luonnokseesi.
changes-none-to-draft = Tilanteesta ilman tiedostoa luonnokseesi.
changes-live-to-version = Jos versio ({ $to }) palautetaan: julkaistusta tiedostosta ({ $from }) kyseiseen versioon.
changes-version-to-version = Versiosta ({ $from }) versioon ({ $to }).
changes-none-to-version = Jos versio ({ $to }) palautetaan: tilanteesta ilman tiedostoa kyseiseen versioon.
changes-by-proposal = Luonnoksestasi luonnokseen, jossa on tämä muutos.
changes-since-title = Mikä muuttui
changes-since = Versio ({ $from }) korvattiin { $to }. Siitä lähtien:
changes-restore = Palauta tämä versio…
changes-restore-title = Mikä muuttuu, jos luonnos, jossa tämä versio on, korvaa julkaistun tiedoston
changes-show-since = Mikä on muuttunut tämän version jälkeen
changes-busy = Verrataan…
changes-stale = Verrataan. Tässä oleva luettelo koskee aiempaa luonnosta.
changes-order = Vain rivien järjestys tai tyhjät merkit eroavat
changes-lines = { $count ->
    [one] 1 rivi eroaa
   *[other] { $count } riviä eroaa
}
changes-unread = { $count ->
    [one] 1 indeksointirobotin nimeä ei verrattu.
   *[other] { $count } indeksointirobotin nimeä ei verrattu.
}
changes-none = ✓ { $lines }, eikä mikään tulos muutu: jokainen indeksointirobotti saa hakea samat URL-osoitteet kuin ennen, ja tiedosto sanoo käytöstä saman.
changes-none-past = ✓ { $lines }, eikä mikään tulos muuttunut: jokainen indeksointirobotti saa hakea samat URL-osoitteet kuin ennen, ja tiedosto sanoo käytöstä saman.
changes-for-programs = { $lines }. Googlen lukutavalla mikään tulos ei muutu, mutta jotkin ohjelmat lukevat tiedoston toisin:
change-program-closed = { $path } kielletään näiltä: { $programs }
change-program-opened = { $path } sallitaan näille: { $programs }
changes-undecided = { $lines }. Eroa ei löytynyt, mutta tiedostoissa on liikaa sääntöjä kaikkien vertaamiseen.
changes-some = { $lines }.
changes-rest = Tulokset eivät muutu: { $names }.
changes-rest-past = Tulokset eivät muuttuneet: { $names }.
changes-only-uses = { $lines }. Mitään URL-osoitetta ei estetä tai sallita, mutta se, mitä tiedosto sanoo käytöstä, muuttuu.
changes-use = { $use }, { $url }: { $after } (aiemmin: { $before })
changes-use-line = { $said }, rivi { $line }: { $text }
changes-use-more = Muitakin käyttöjä voi muuttua; tiedostot ovat liian suuria kaikkien vertaamiseen.
use-train = Tekoälyn koulutus
use-input = Tekoälyn syöte
use-search = Haku
use-index = Tekoälyn hakemisto
said-refused = kielletty
said-conditional = sallittu ehdoin
said-granted = sallittu
said-not-said = ei sanottu
said-conflict = ristiriitainen
said-not-applicable = ei saa hakea
impact-lost = { $count ->
    [one] { $names } ei saa enää hakea: { $region }
   *[other] { $names } eivät saa enää hakea: { $region }
}
impact-gained = Nyt sallittu ({ $names }): { $region }
impact-lost-past = { $count ->
    [one] { $names } ei ole siitä lähtien saanut hakea: { $region }
   *[other] { $names } eivät ole siitä lähtien saaneet hakea: { $region }
}
impact-gained-past = Siitä lähtien sallittu ({ $names }): { $region }
impact-also = myös { $names }
impact-share = { $urls } URL-osoitetta { $total } osoitteesta
impact-share-sitemap = { $urls } URL-osoitetta sivustokartan { $total } osoitteesta
impact-share-sitemap-start = { $urls } URL-osoitetta sivustokartan ensimmäisistä { $total } osoitteesta
region-whole-site = koko sivusto
region-below = kaikki polun { $text } alla
region-begins-with = kaikki, minkä alussa on { $text }
region-contains = kaikki polut, joissa on { $text }
region-ends-with = kaikki polut, joiden lopussa on { $text }
region-alone = vain polku { $text }
region-matches = kaikki mallia { $text } vastaavat polut
region-matches-each = kaikki polut, jotka vastaavat jokaista mallia: { $texts }
region-except = { $region }, paitsi { $except }
region-already-lost = { $region } (estetty jo aiemmin: { $already })
region-already-gained = { $region } (sallittu jo aiemmin: { $already })
region-partly-lost = { $region } (osa oli estetty jo aiemmin)
region-partly-gained = { $region } (osa oli sallittu jo aiemmin)
region-at-least = ainakin { $region }
region-or-less = { $region } tai vähemmän
region-such = URL-osoitteita, kuten { $texts }
region-whole-or-part = koko sivusto tai osa siitä, kuten { $texts }
region-more = { $count ->
    [one] 1 muu alue
   *[other] { $count } muuta aluetta
}
except-alone = polku { $text }
except-contains = polut, joissa on { $text }
except-ends-with = polut, joiden lopussa on { $text }
except-matches = mallia { $text } vastaavat polut
except-regions = { $count ->
    [one] yksi alue
   *[other] { $count } aluetta
}
changes-more = { $count ->
    [one] 1 muu vaikutus
   *[other] { $count } muuta vaikutusta
}
changes-not-all = Kaikkia sääntöjä ei voitu verrata.
changes-show-url = Näytä tämä URL-osoite taulukossa
changes-effect = { $url } on nyt { $verdict }, { $after } { $before }
changes-effect-past = { $url } on siitä lähtien { $verdict }, { $after } { $before }
changes-before = (aiemmin: { $rule })
becomes-blocked = estetty
becomes-allowed = sallittu
by-line-rule = rivi { $line }, { $rule }
by-no-rule = mikään sääntö ei vastaa
changes-pace = Toinen tahti: { $names }: { $after }; ennen: { $before }.
changes-pace-none = ei mitään
sitemaps-added = { $count ->
    [one] 1 sivustokartta lisätty:
   *[other] { $count } sivustokarttaa lisätty:
} { $url }
sitemaps-removed = { $count ->
    [one] 1 sivustokartta poistettu:
   *[other] { $count } sivustokarttaa poistettu:
} { $url }

draft = Luonnos
draft-hint = Liitä robots.txt tai kirjoita sellainen. Se pysyy tällä sivulla.
draft-hint-service = Liitä robots.txt tai kirjoita sellainen. Tämän sivun palvelu lukee sen.
draft-placeholder = Liitä robots.txt tähän, avaa sivusto yläreunasta tai lataa esimerkki.
draft-placeholder-alone = Liitä robots.txt tähän tai lataa esimerkki.
find-find = Etsi
find-replace = Korvaa
find-next = seuraava
find-previous = edellinen
find-all = kaikki
find-match-case = sama kirjainkoko
find-regexp = säännöllinen lauseke
find-by-word = kokonaiset sanat
find-replace-one = korvaa
find-replace-all = korvaa kaikki
find-close = sulje
find-go-to-line = Siirry riville
find-go = siirry
draft-label = robots.txt-luonnos
draft-see-live = Julkaistu tiedosto
draft-unfold = Näytä koko tiedosto ({ $count ->
    [one] 1 rivi
   *[other] { $count } riviä
})
version-label = Muokkaimessa näkyvä versio
version-own = ✎ Luonnoksesi
version-none = Tiedostoa ei ole vielä haettu
version-seen = Nähty ensi kerran { $first }, viimeksi { $last }
version-latest = Uusin: { $day }
version-no-file = ei tiedostoa
version-missing = Tässä versiossa ei ole tiedostoa: { $reason }.
version-missing-unknown = syy on tuntematon
version-loaded = Ladattiin versio { $time }. Kumoa palauttaa muokkauksesi.
fetch-failed = Viimeisin haku epäonnistui · { $result }
fetch-failed-at = Viimeisin haku epäonnistui { $time } · { $result }
profile-label = Lukutapa
profile-title = Miten robots.txt luetaan
profile-name = Lukutapa: { $title }
read-google = Google nyt
option-google-2019 = Google ennen 7/2019
option-rfc9309 = RFC 9309
errors-google-2021 = Google 2019–2021
errors-google-2026 = Google nyt (429 on virhe)
bytes-more = yli { $count } tavua
bytes = { $count ->
    [one] 1 tavu
   *[other] { $count } tavua
}
line-endings-mixed = sekalaisia rivinvaihtoja: { $main } ja { $count ->
    [one] 1 muu
   *[other] { $count } muuta
}, säilytetään
draft-no-newline = ei rivinvaihtoa lopussa
draft-byte-order-mark = tavujärjestysmerkki (BOM)
draft-inexact = Julkaistussa tiedostossa on tavuja, jotka eivät ole UTF-8:aa. Ne on korvattu tässä
draft-cut = Tämä on vain alku tiedostosta, joka on pidempi kuin robottien lukemat 500 KiB. Älä julkaise tätä tekstiä: loput häviäisivät
draft-edited = Muokkaukset pysyvät tällä sivulla
draft-recipes = Reseptit…
draft-download = Lataa
draft-submit = Lähetä…
draft-replaced = Valmis. Kumoa palauttaa sen.
draft-kept = Luonnoksesi säilytettiin. Valitse versio, niin näet julkaistun tiedoston.
difference = Ero
rule-unused = Ei ratkaise mitään näistä URL-osoitteista
field-user-agent = Alla olevat säännöt koskevat tätä indeksointirobottia. * tarkoittaa kaikkia, joilla ei ole omaa ryhmää.
field-disallow = Tällä polulla alkavia URL-osoitteita ei saa hakea. * on mikä tahansa teksti, $ on loppu.
field-allow = Tällä polulla alkavat URL-osoitteet saa hakea. * on mikä tahansa teksti, $ on loppu.
field-sitemap = Sivustokartan täydellinen URL-osoite. Se koskee kaikkia indeksointirobotteja eikä kuulu ryhmään.
field-of-some = Vain jotkin indeksointirobotit lukevat tämän kentän. Google ohittaa sen.
field-unknown = Mikään tunnettu indeksointirobotti ei lue tätä kenttää.
rule-decides = Se ratkaisee { $count } taulukon { $urls } URL-osoitteesta ainakin yhdelle indeksointirobotille.
fix-changed = Luonnos on muuttunut sillä välin. Paina Korjaa kaikki uudelleen
fix-nothing = Korjattavaa ei ollut.
fix-done = { $count ->
    [one] Valmis: 1 korjaus. Kumoa palauttaa sen.
   *[other] Valmis: { $count } korjausta. Kumoa palauttaa ne.
}

crawlers = Robotit
crawler-name = Robotin nimi
crawler-name-title = Indeksointirobotin nimi, esimerkiksi GPTBot
add = Lisää
presets-label = Lisää tai poista joukko indeksointirobotteja
preset-google = Google
preset-google-title = Googlebot ja Googlen muut yleiset hakurobotit
preset-google-special = Google, muut
preset-google-special-title = Googlen erityisrobotit (* ei koske niitä), tuoterobotit ja Google-Extended
preset-other-search = Muut hakukoneet
preset-other-search-title = Bing, Yandex, Applebot ja muiden hakukoneiden robotit
preset-ai-training = Tekoälyn koulutus
preset-ai-training-title = Robotit, jotka keräävät tekstiä kielimallien koulutukseen
preset-ai-search = Tekoälyhaku
preset-ai-search-title = Kielimallilla vastaavien hakukoneiden robotit
preset-all = Kaikki
preset-all-title = Kaikki taulukon robotit
preset-count = { $title } ({ $count })
crawler-unknown = Ei taulukossa. Sitä koskee sen oma ryhmä tai ryhmä *
crawlers-chosen = Valitut robotit
crawlers-none = Yhtään robottia ei ole valittu.
show-fewer = Näytä vähemmän
remove-item = Poista { $name }
crawler-empty = Anna indeksointirobotin nimi, esimerkiksi Googlebot
crawler-too-long = Indeksointirobotin nimessä on enintään 256 merkkiä
crawler-header = Anna vain tuotetunnus, esimerkiksi Googlebot, ei koko User-Agent-otsaketta
crawler-from-header = { $name } on tämän User-Agent-otsakkeen indeksointirobotti.

urls = URL:t
urls-placeholder = URL tai polku; liitä luettelo; pudota tiedosto
urls-file = Tiedosto…
urls-file-title = Luettelo, CSV tai sivustokartta, myös .gz
urls-file-label = URL-osoitteet luettelosta, CSV:stä tai sivustokartasta
urls-sitemap-title = Lisää avoimen sivuston sivustokarttojen tai kentässä olevan sivustokartan URL-osoitteet
urls-clear = Tyhjennä { $count ->
    [one] 1 URL
   *[other] { $count } URL:ää
}
urls-none-in-file = Tiedostossa { $file } ei ole URL-osoitteita
urls-unreadable = ei voi lukea
urls-clipboard = leikepöytä
urls-present = Tämä URL-osoite on jo luettelossa. Se on nyt valittu.
urls-added = { $count ->
    [one] 1 URL lisätty
   *[other] { $count } URL:ää lisätty
}
urls-added-from = { $count ->
    [one] 1 URL lisätty
   *[other] { $count } URL:ää lisätty
}, lähde: { $source }
urls-omitted = { $added }; jätetty pois: { $omitted }
omitted-present = jo luettelossa
omitted-long = yli { $limit } merkkiä pitkiä
omitted-over = yli { $limit } URL-osoitteen rajan
omitted-count = { $count } { $reason }
never-read = Indeksointirobotit eivät koskaan lue osoitetta { $address }. Sen sijaan haettiin { $url }.
sitemap-where = Avaa ensin sivusto tai anna sivustokartan osoite
sitemap-reading = Luetaan sivustokarttoja…
sitemap-empty = Sivustokartoissa ei ole URL-osoitteita
sitemap-none-found = URL-osoitteita ei löytynyt: { $remarks }
sitemap-source = { $count ->
    [one] 1 sivustokartta
   *[other] { $count } sivustokarttaa
}
sitemap-source-cut = { $source }, joissa voi olla lisää
sitemap-format = sivustokartta
sitemap-format-index = sivustokarttahakemisto
sitemap-format-rss = RSS-syöte
sitemap-format-atom = Atom-syöte
sitemap-too-large = sivustokartta on pakattunakin yli 4 MiB. Jaa se osiin
sitemap-no-service = sivustokarttatiedostot tarvitsevat palvelun, eikä tällä testaajalla ole sellaista. Käytä URL-luetteloa tekstinä tai CSV-tiedostona
sitemap-not = tämä XML ei ole sivustokartta: { $reason }
sitemap-no-root = siinä ei ole juurta
sitemap-is-index = tämä on sivustokarttahakemisto. Siinä on { $count ->
    [one] 1 sivustokartta
   *[other] { $count } sivustokarttaa
} ({ $urls }) eikä yhtään sivua. Tuo jokin näistä sivustokartoista
cancelled = pyyntö peruutettiin
other-urls = { $count ->
    [one] 1 toisen sivuston URL.
   *[other] { $count } toisen sivuston URL:ää.
}
other-test = { $count ->
    [one] Testaa sen polku
   *[other] Testaa niiden polut
} sivustolla { $site }
other-replaced = { $count ->
    [one] 1 URL korvattu polullaan.
   *[other] { $count } URL:ää korvattu poluilla.
}
other-tested = Muiden sivustojen polut testataan nyt sivustolla { $origin }.
other-double = { $count ->
    [one] 1 polku oli kahdesti: säilytetty kerran.
   *[other] { $count } polkua oli kahdesti: säilytetty kerran.
}
other-undone = Muiden sivustojen URL-osoitteet ovat taas luettelossa.
undo = Kumoa

verdicts = Tulokset
verdicts-grid = Tulos jokaiselle URL-osoitteelle ja robotille
verdicts-empty = Lisää URL-osoite tai polku yllä.
verdicts-no-match = Mikään URL-osoite ei vastaa.
clear-filters = Tyhjennä suodattimet
filters = Suodattimet
filter = Suodata
filter-text = Suodata URL-osoitteet tekstin mukaan
filter-verdict = Suodata tuloksen mukaan
filter-any = Kaikki tulokset
group-crawlers = Ryhmitä robotit
group-crawlers-title = Robotit, joilla on samat tulokset ja rivit, jakavat sarakkeen
changed-only = Vain muuttuneet
compare-label = Vertailukohta
compare-live = vrt. julkaistu
compare-version = vrt. { $version }
policy-label = Sivuston virheiden käytäntö
policy-title = Miten sivuston virheet, kuten 429 tai 503, käsitellään
policy-name = Virheet: { $title }
sort-by = Järjestä: { $name }
paths-on = Polut ovat sivustolla { $origin }
total-blocked = estetty
total-none = ei tulosta
total-of = { $blocked } / { $known } estetty
count-of = { $shown } / { $all }
group-others = { $count ->
    [one] 1 muu robotti
   *[other] { $count } muuta robottia
}, joilla on samat tulokset kuin robotilla { $name }
group-show = Näytä { $crawlers }
group-hide = Piilota { $crawlers }
count-urls = { $count ->
    [one] 1 URL
   *[other] { $count } URL:ää
}
count-crawlers = { $count ->
    [one] 1 robotti
   *[other] { $count } robottia
}
count-columns = { $crawlers }, { $count ->
    [one] 1 sarake
   *[other] { $count } saraketta
}
foot-line = Rivi { $line } ratkaisee { $count } / { $urls }.
foot-unused = { $count ->
    [one] Luonnoksen himmennetty sääntö ei ratkaise mitään näistä URL-osoitteista.
   *[other] Luonnoksen { $count } himmennettyä sääntöä eivät ratkaise mitään näistä URL-osoitteista.
}

export = Vienti
export-csv = Vie CSV
export-print = Tulosta
exported-csv = Vietiin { $urls ->
    [one] 1 URL
   *[other] { $urls } URL:ää
} ja { $crawlers ->
    [one] 1 robotti
   *[other] { $crawlers } robottia
}.
exported-markdown = Raportti vietiin Markdown-muodossa.
report-title = { $site }: robots.txt
report-title-draft = robots.txt-luonnos
report-about-draft = Luonnos, luettu { $time } maycrawlilla.
report-about-live = Sivuston { $site } julkaistu robots.txt, luettu { $time } maycrawlilla.
report-about-edited = Sivuston { $site } luonnos, luettu { $time } maycrawlilla.
report-finding = Rivi { $line }: { $text }
report-more-findings = { $count ->
    [one] 1 muu havainto.
   *[other] { $count } muuta havaintoa.
}
report-crawler = Robotti
report-no-verdict = Ei tulosta
report-blocked = Estetyt URL-osoitteet
report-by = Sääntö
report-rule = rivi { $line }: { $rule }
report-more-blocked = { $count ->
    [one] 1 muu estetty URL.
   *[other] { $count } muuta estettyä URL:ää.
}

inspect-busy = Haetaan sivua…
inspect-again = Tarkasta uudelleen
inspect-redirects = Uudelleenohjaukset
inspect-crawlable = Haettavissa
inspect-indexable = Indeksoitavissa
inspect-rules = Säännöt
inspect-yes = Kyllä
inspect-no = Ei
index-yes = Mikään sääntö ei estä sitä
index-excluded = Ei näytetä Googlen kuva-, video- ja äänituloksissa. Muut sivut voivat silti linkittää siihen
index-not-rendered = Ei haeta renderöintiä varten: Google arvioi sivut ilman sitä
index-unseen = Pelkkä URL voi näkyä tuloksissa ilman sisältöä. Jos haluat sen pois, salli indeksointi ja käytä noindexiä tai vaadi salasana
index-unclear = Googlen mukaan URL voi näkyä tuloksissa, mutta myös, että tällaiset tiedostot jätetään pois. Jos haluat sen pois, salli indeksointi ja lähetä X-Robots-Tag: noindex tai vaadi salasana
index-not-used = Ei haeta. Tämä robotti ei tee hakutuloksia
index-noindex = Sivulla on noindex
index-only-embedded = Sivulla on noindex. indexifembedded sallii sen, kun toinen sivu upottaa sivun
index-unavailable = Kentän unavailable_after aika on mennyt
index-status = HTTP { $status } ei pääse hakemistoon
index-unknown = Ei tiedossa: sivua tai sen robots.txt-tiedostoa ei voitu hakea
found-answer = Sivu vastaa { $status }
found-not-fetched = Ei haettu: robots.txt estää sen tai sitä ei voitu lukea
found-failed = Sivua ei voitu hakea
inspect-resources = Resurssit
inspect-blocked = ✕ { $closed } / { $all ->
    [one] 1 tiedosto
   *[other] { $all } tiedostoa
}, jotka sivu lataa tältä isännältä, on estetty.
inspect-renders = { $closed ->
    [one] Google hahmontaa sivun ilman sitä.
   *[other] Google hahmontaa sivun ilman niitä.
}
inspect-page = Sivu
inspect-type = Tyyppi
inspect-canonical = Kanoninen
inspect-links = Linkit
inspect-links-value = { $links }, joista { $nofollow } on rel=nofollow
inspect-where = Missä
inspect-for = Kenelle
inspect-all-crawlers = kaikki robotit
inspect-outside-head = (elementin <head> ulkopuolella: ei vaikutusta)

service-down = Palvelu ei vastaa. Sivu yrittää automaattisesti uudelleen
no-service = Tämä testaaja toimii ilman palvelua, joten se ei voi avata sivustoa { $site }. Liitä sivuston robots.txt muokkausalueeseen.
page-fault = Sivussa on vika: { $error }. Sen tiedot voivat olla vääriä. Lataa sivu uudelleen.
engine-not-started = Tämän sivun tarkistin ei käynnistynyt, joten tuloksia ei ole: { $error }. Se tarvitsee selaimen, joka tukee WebAssemblya. Lataa sivu uudelleen.
example-loaded = Tämä on esimerkki. Muuta riviä, niin näet, miten tulokset muuttuvat.
site-empty = Anna sivuston osoite, esimerkiksi example.com
site-mail = { $address } on sähköpostiosoite. Anna sivun tai sivuston osoite, esimerkiksi example.com
site-no-url = Tekstissä ei ole sivun osoitetta. Liitä myös sivun URL-osoite
link-not-valid = Linkki ei kelpaa: siinä ei ole tämän sivun tilaa
link-too-large = Tila on liian suuri linkkiin. Lataa sen sijaan tiedosto
link-copied = Linkki kopioitiin. Siinä on luonnos, URL-osoitteet, robotit ja sivusto. Mikään palvelin ei saa niitä.
link-in-address = Selain ei antanut sivun kopioida. Linkki on osoiterivillä.
share-result = Jaa
share-result-title = Kopioi linkin sivulle, jolla on vain tämä tulos. Linkin avaaja lähettää kysymyksen, myös luonnoksen, tälle palvelulle.
save-result = Tallenna sivuna
save-result-title = Tallentaa tämän tuloksen omaksi sivukseen lähetettäväksi tai tulostettavaksi
result-copied = Linkki kopioitiin. Avaaminen lähettää kysymyksen ja luonnoksen tälle palvelulle.
result-saved = Tulos tallennettiin sivuna: robots-result.html.

audit-title = Noudattavatko indeksointirobotit? { $file }
audit-reading = Lokia luetaan selaimessasi: { $percent } %.
audit-progress = Lokista luettu osa
audit-basis-file = Muokkausalueen robots.txt oletetaan koko lokin tiedostoksi, { $first } – { $last }. Jos silloin oli julkaistuna toinen tiedosto, luvut ovat vääriä.
audit-basis-hosts = Se oletetaan lokin jokaisen isännän tiedostoksi.
audit-basis-sites = { $count ->
    [one] Yksi pyyntö koskee muuta sivustoa kuin { $site }. Sen robots.txt ei ole tiedossa.
   *[other] { $count } pyyntöä koskee muita sivustoja kuin { $site }. Niiden robots.txt ei ole tiedossa.
  }
audit-basis-names = Indeksointirobotit tunnetaan vain nimeltä, ja kuka tahansa voi käyttää nimeä. Siksi ketään ei sanota tässä todistetuksi eikä väärennetyksi.
audit-basis-reads = Indeksointirobotin lukema kopio päätellään sen omista robots.txt-pyynnöistä tässä lokissa. Ennen lokia luettu ei ole tiedossa.
audit-basis-local = Mikään lokissa ei lähde selaimestasi.
audit-lines = { $lines ->
    [one] Yksi rivi,
   *[other] { $lines } riviä,
  } { $requests ->
    [one] yksi pyyntö.
   *[other] { $requests } pyyntöä.
  }
audit-unread = { $count ->
    [one] Yhtä riviä ei voitu lukea.
   *[other] { $count } riviä ei voitu lukea.
  }
audit-over-limit = Lokista luettiin vain ensimmäiset 2 GiB.
audit-broken = Tiedoston loppuosaa ei voitu purkaa, joten se puuttuu tästä. Komento maycrawl audit lukee gzip-tiedostot, joissa on monta osaa.
audit-proxy = Yli puolella riveistä on sama asiakkaan osoite: lokin edessä on välityspalvelin.
audit-zone = Ajat ilman aikavyöhykettä luettiin UTC-aikoina.
audit-late = { $count ->
    [one] Yksi rivi tuli yli 10 minuuttia myöhässä.
   *[other] { $count } riviä tuli yli 10 minuuttia myöhässä.
  }
audit-crawler = Kutsuu itseään
audit-requests = Pyyntöjä
audit-obeyed = Noudatti
audit-disobeyed = Ei noudattanut
audit-reading-not-known = Lukemisesta ei tietoa
audit-never-asked = Ei pyytänyt
audit-excused = Poikkeus
audit-not-known = Ei tiedossa
audit-columns = Ei noudattanut: se oli lukenut robots.txt-tiedoston, joka kieltää URL-osoitteen. Lukemisesta ei tietoa: tiedosto kieltää URL-osoitteen, eikä lokista näy, oliko se lukenut tiedoston. Ei pyytänyt: se ei pyytänyt tässä lokissa tiedostoa robots.txt, joka kieltää URL-osoitteen. Poikkeus: sen kopio oli sääntöä vanhempi, tai säännöt eivät koske sitä. Mikään luku ei kerro, miksi joku teki jotain.
audit-worst = { $count ->
    [one] Pahin pyyntö
   *[other] Pahimmat { $count }
  }
audit-none = Minkään pyynnön ei tiedetä rikkovan tätä tiedostoa.
audit-no-crawlers = Lokissa ei ole tunnetun indeksointirobotin pyyntöjä.
audit-no-requests = Tiedoston mikään rivi ei ole luettava pyyntö.
audit-example = { $at }: asiakas, joka kutsuu itseään nimellä { $crawler }, pyysi { $target }. { $class ->
    [disobeyed-after-reading] Kopio, jonka se luki { $read }, kieltää sen (rivi { $line }).
    [disobeyed-copy-too-old] Se oli viimeksi lukenut robots.txt-tiedoston { $read }, ja tiedosto kieltää sen (rivi { $line }).
    [never-asked] Se ei pyytänyt tässä lokissa tiedostoa robots.txt, joka kieltää sen (rivi { $line }).
   *[other] Tiedosto kieltää sen (rivi { $line }); loki ei kerro, oliko se lukenut tiedoston.
  }
audit-more = Komento `maycrawl audit` ottaa myös robots.txt-tiedoston historian ja osoiteluettelot, jotka todistavat pyytäjän.
audit-no-draft = { $file } on käyttöloki. Laita sivuston robots.txt muokkausalueelle ja anna loki sitten uudelleen.
audit-failed = { $why ->
    [memory] Loki tarvitsee enemmän muistia kuin sivu antaa: 256 MiB. Komento maycrawl audit lukee sen.
    [load] Sivun osaa, joka lukee lokeja, ei voitu ladata. Lataa sivu uudelleen.
   *[other] Tiedostoa ei voitu lukea.
  }
help-log = Pudota käyttöloki mihin tahansa, niin näet, mitkä indeksointirobotit noudattavat muokkausalueen robots.txt-tiedostoa. Se voi olla gzip-pakattu, ja se luetaan selaimessasi.
