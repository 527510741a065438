# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the code between backquotes. languages/GLOSSARY.md has the terms.

## Summaries. The first sentence says it in short, and a line break ends it: Thai has no full stops.

recipe-open =
    Kaiken saa indeksoida.
    Tulos on sama kuin ilman robots.txt-tiedostoa.
recipe-whole-site =
    Mitään ei saa indeksoida.
    Sääntö ei koske indeksointirobotteja, jotka eivät noudata merkintää `*`, kuten AdsBotia, ja hakukoneet voivat silti näyttää URL-osoitteita. Jos haluat keskeyttää indeksoinnin muutamaksi päiväksi, vastaa sen sijaan tilakoodilla 503.
recipe-directory =
    Hakemistoa ja sen sisältöä ei saa indeksoida.
    Suojaa yksityiset tiedostot salasanalla, sillä kuka tahansa voi lukea robots.txt-tiedoston.
recipe-page = Yhtä sivua ei saa indeksoida eikä myöskään URL-osoitteita, joiden polku alkaa sen polulla.
recipe-any-case =
    Näin alkavia polkuja ei saa indeksoida, kirjoitettiinpa ne isoilla tai pienillä kirjaimilla.
    Käytä tätä palvelimella, joka ei erota isoja ja pieniä kirjaimia.
recipe-keep-open = Estetyn hakemiston sisällä olevan hakemiston tai sivun saa indeksoida.
recipe-crawler-directory = Hakemisto estetään vain joiltakin indeksointiroboteilta.
recipe-slow-crawler =
    Jotkin indeksointirobotit odottavat näin monta sekuntia kahden pyynnön välillä.
    Vain robotteja, joiden ylläpitäjä sanoo niiden lukevan kentän `Crawl-delay`, voi nimetä; Googlen robotit eivät lue sitä.
recipe-only-crawler = Jotkin indeksointirobotit saavat indeksoida kaiken, muut eivät mitään.
recipe-all-but-crawler = Jotkin indeksointirobotit eivät saa indeksoida mitään, muut saavat indeksoida kaiken.
recipe-image = Yksi kuva ei näy Googlen kuvahaussa.
recipe-images = Mikään sivuston kuva ei näy Googlen kuvahaussa.
recipe-video = Yksi video ei näy Googlen videotuloksissa.
recipe-videos = Mikään sivuston video ei näy Googlen videotuloksissa.
recipe-audio =
    Äänitiedostot eivät näy Googlen hakutuloksissa.
    Googlella ei ole indeksointirobottia pelkästään äänelle, joten sääntö koskee Googlebotia.
recipe-file-type = Googlebot ei saa indeksoida tietyntyyppisiä tiedostoja.
recipe-url-ending = Googlebot ei saa indeksoida URL-osoitteita, joilla on tämä loppu.
recipe-only-adsense = Mitään ei saa indeksoida, paitsi AdSense, joka lukee sivuja valitakseen mainoksensa.
recipe-staging =
    Mitään testisivustolta ei saa indeksoida.
    Se on estetty jokaiselta indeksointirobotilta, joka noudattaa robots.txt-tiedostoa, myös AdsBotilta. Vain salasana suojaa sivustoa.
recipe-search = Sivuston omia hakutuloksia ei saa indeksoida.
recipe-parameter = URL-osoitteita, joiden parametri vain lajittelee tai suodattaa, ei saa indeksoida.
recipe-session = URL-osoitteita, joissa on istuntotunnus, ei saa indeksoida.
recipe-ai-training =
    Robotit, jotka keräävät tekstiä kielimallien koulutukseen, eivät saa indeksoida mitään.
    Luettelossa on vain robotteja, joiden ylläpitäjä dokumentoi niiden noudattavan robots.txt-tiedostoa.
recipe-no-training =
    Kertoo jokaiselle dokumentoidulle lukijalle, että sivustoa ei saa käyttää tekoälymallien koulutukseen.
    Tieto annetaan signaalina kaikille indeksointiroboteille sekä jokaisen sellaisen koulutusrobotin ja ohjaustunnuksen ryhmässä, jonka ylläpitäjä dokumentoi sen. Indeksointi hakua varten pysyy ennallaan. `Google-Extended` tarkoittaa myös Geminin vastausten perustamista sivuihin (grounding), joten sekin kielletään.
recipe-ai-training-unconfirmed = Robotit, jotka keräävät tekstiä kielimallien koulutukseen ja joista mikään ylläpitäjän sivu ei sano, että ne noudattavat robots.txt-tiedostoa, eivät saa indeksoida mitään.
recipe-ai-search =
    Kielimallilla vastaavien hakukoneiden robotit eivät saa indeksoida mitään.
    Luettelossa on vain robotteja, joiden ylläpitäjä dokumentoi niiden noudattavan robots.txt-tiedostoa.
recipe-ai-search-unconfirmed = Kielimallilla vastaavien hakukoneiden robotit, joista mikään ylläpitäjän sivu ei sano, että ne noudattavat robots.txt-tiedostoa, eivät saa indeksoida mitään.
recipe-ai-user =
    Tekoälyavustajat ja -agentit, jotka hakevat sivuja ihmisen pyynnöstä, eivät saa indeksoida mitään.
    Luettelossa on vain robotteja, joiden ylläpitäjä dokumentoi niiden noudattavan robots.txt-tiedostoa.
recipe-ai-user-unconfirmed = Tekoälyavustajat ja -agentit, joista mikään ylläpitäjän sivu ei sano, että ne noudattavat robots.txt-tiedostoa, eivät saa indeksoida mitään.
recipe-ai-undocumented = Tekoälyrobotit, joiden käyttötarkoitusta ei ole dokumentoitu, eivät saa indeksoida mitään.

## What to know first. It follows the name of the recipe and a colon.

recipe-whole-site-advice = jos haluat keskeyttää indeksoinnin muutamaksi päiväksi, älä estä sivustoa vaan vastaa jokaiseen URL-osoitteeseen, myös robots.txt-tiedostoon, tilakoodilla 503 (Google neuvoo olemaan käyttämättä sääntöä `Disallow: /` tähän)
recipe-any-case-advice = tarkista, että mikään muu sivu ei ala näin; jos mahdollista, käytä tämän sijaan jokaiselle URL-osoitteelle yhtä kirjoitusasua ja ensisijaista linkkiä (canonical)
recipe-image-advice = Muut sivut voivat silti linkittää siihen.
recipe-images-advice = Muut sivut voivat silti linkittää niihin.
recipe-video-advice = Muut sivut voivat silti linkittää siihen.
recipe-videos-advice = Muut sivut voivat silti linkittää niihin.
recipe-no-training-advice = nämä rivit ovat ilmoitus, eikä mikään pakota noudattamaan niitä; yksikään suuren tekoälyrobotin ylläpitäjä ei sano noudattavansa kenttää `Content-Usage`, joka on vasta luonnos
recipe-ai-training-unconfirmed-advice = jotkin näistä roboteista eivät ehkä noudata robots.txt-tiedostoa; jos haluat estää ne varmasti, tee se palvelimella
recipe-ai-search-unconfirmed-advice = jotkin näistä roboteista eivät ehkä noudata robots.txt-tiedostoa; jos haluat estää ne varmasti, tee se palvelimella
recipe-ai-user-unconfirmed-advice = jotkin näistä roboteista eivät ehkä noudata robots.txt-tiedostoa; jos haluat estää ne varmasti, tee se palvelimella
recipe-ai-undocumented-advice = jotkin näistä roboteista eivät ehkä noudata robots.txt-tiedostoa; jos haluat estää ne varmasti, tee se palvelimella

## What the value of a recipe is: the label of its box.

recipe-value-directory = Hakemisto
recipe-value-path = Polku
recipe-value-ending = URL-osoitteen loppu
recipe-value-file-type = Tiedostotyypit
recipe-value-parameter = URL-parametrit
recipe-value-crawlers = Indeksointirobotit
recipe-value-crawlers-and-directory = Indeksointirobotit ja hakemisto
recipe-value-crawlers-and-seconds = Indeksointirobotit ja sekunnit
recipe-value-prefix = Polun alku
