# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

## The result in one word

outcome-allowed = sallittu
outcome-disallowed = kielletty
outcome-not-applicable = ei sovellu
verdict = { $outcome }: { $reason }

## The reason of a verdict

reason-rule = rivi { $line }: { $rule }
reason-empty-rule = rivi { $line }: tyhjä { $field } ei rajoita mitään
reason-no-rule-matched = mikään indeksointirobotin ryhmän sääntö ei vastaa tätä URL-osoitetta
reason-no-group = mikään ryhmä ei koske tätä indeksointirobottia, joten se saa hakea kaiken
reason-star-ignored = mikään ryhmä ei nimeä tätä indeksointirobottia, eikä se noudata ryhmää `*`
reason-empty-group = indeksointirobotin ryhmässä ei ole sääntöjä, joten se saa hakea kaiken
reason-no-file = robots.txt-tiedoston katsotaan puuttuvan
reason-unreachable-server-error = robots.txt ei ole tavoitettavissa: palvelin vastaa koodilla 5xx
reason-unreachable-too-many-requests = robots.txt ei ole tavoitettavissa: palvelin vastaa koodilla 429
reason-unreachable-network = robots.txt ei ole tavoitettavissa: verkkovirhe
reason-unreachable-blocked-by-policy = robots.txt ei ole tavoitettavissa: käytäntö estää palvelimen osoitteen
reason-unreachable-busy = robots.txt ei ole tavoitettavissa: sitä ei pyydetty, koska liian monta pyyntöä odottaa täällä
reason-unreachable-unconfirmed = robots.txt ei ole tavoitettavissa: se kielsi jotain, eikä nykyistä vastausta ole vielä vahvistettu
reason-expired = robots.txt ei ole ollut tavoitettavissa 30 päivään, eikä siitä ole kopiota
reason-not-applicable = URL-osoite kuuluu toiselle alkuperälle; tarkista sen oma robots.txt
reason-crawler-ignores-robots-txt = tämä indeksointirobotti ei noudata robots.txt-tiedostoa
reason-robots-txt-itself = /robots.txt on itse aina sallittu (RFC 9309, kohta 2.2.2)
reason-in-group = { $reason } (ryhmä { $agent }, rivi { $line })
reason-cut = { $reason }... ({ $bytes } tavua)

## What a disallowed URL means for search results

consequence-page = Sen URL-osoite voi silti näkyä hakutuloksissa ilman kuvausta. Jos et halua sitä hakutuloksiin, salli indeksointirobotin haku ja lisää noindex, tai suojaa sivu salasanalla.
consequence-media = Sitä ei näytetä Googlen kuva-, video- eikä äänihakutuloksissa. Muut sivut voivat silti linkittää siihen.
consequence-resource = Sitä ei haeta sivun hahmontamista varten, joten Google arvioi sivut ilman sitä. Salli se, jos sivut tarvitsevat sitä.
consequence-document = Googlen johdanto on ristiriitainen tällaisista tiedostoista: taulukon mukaan ne ovat kuin verkkosivuja, joiden URL-osoitteet voivat yhä näkyä, mutta tekstin mukaan ne jätetään pois. Jos haluat varmasti pitää sen poissa hakutuloksista, salli haku ja lähetä otsake X-Robots-Tag: noindex, tai suojaa tiedosto salasanalla.

## The explanation of a verdict

label-path = polku
label-chain = nimet
label-group = ryhmä
label-others = muut
label-rules = säännöt
label-verdict = tulos
label-note = huom.
label-asked = kysytty
label-change = muutos
label-file = tiedosto
label-hops = pyynnöt

group-followed = noudatetaan: ryhmä koskee nimeä { $name }
group-lost = ei noudateta: ryhmä koskee nimeä { $name }, mutta nimellä { $better } on oma ryhmä
group-star-ignored = ei noudateta: tämä indeksointirobotti ohittaa ryhmän *
group-for-others = ei noudateta: ryhmä koskee muita indeksointirobotteja

rule-won = ratkaisee
rule-shorter = häviää: sen malli on lyhyempi
rule-tie-lost = häviää: mallit ovat yhtä pitkiä, ja silloin allow voittaa
rule-later = ei vaikuta: aiempi rivi sanoo saman
rule-unasked = ei vaikuta: päätös ei riipu säännöistä

chain-no-group = { $name } (ei ryhmää)
chain-followed = { $name } ({ $groups ->
    [one] 1 ryhmä
   *[other] { $groups } ryhmää
}, noudatetaan)
chain-not-needed = { $name } ({ $groups ->
    [one] 1 ryhmä
   *[other] { $groups } ryhmää
}, ei tarvita)
chain-then = { $first }, sitten { $next }

explained-group = rivi { $line }: user-agent: { $agents }
agents-and-more = { $agents } ja { $count } muuta
groups-for-others = { $groups ->
    [one] 1 ryhmä
   *[other] { $groups } ryhmää
} muille indeksointiroboteille
explained-rule = rivi { $line }: { $rule } (prioriteetti { $priority }): { $fate }
explained-rule-as-directory = rivi { $line }: { $rule } (prioriteetti { $priority }, hakemistosivun hakemistona): { $fate }
explained-rule-empty = rivi { $line }: { $rule } (tyhjä, ei rajoita mitään)
rules-matching = { $rules ->
    [one] 1 sääntö
   *[other] { $rules } sääntöä
} { $groups ->
    [one] noudatetussa ryhmässä
   *[other] noudatetuissa ryhmissä
}, joista { $matching } vastaa tätä polkua
rule-matches = vastaava osa: { $path }
and-more = ... ja { $count } muuta

undefined-conflict = { $documents } ei määrittele, voittaako rivi { $first } vai rivi { $second }; muut indeksointirobotit voivat ratkaista toisin
documents-of-2019 = Googlen ohjeistus vuosilta 2019–2021
documents-before-2019 = Googlen teksti ennen heinäkuuta 2019
documents-of-2021-star = Googlen vuoden 2021 ohjeistuksen mukaan `*` koskee sitä

## The smallest change that reverses a verdict

suggestion-add-rule = lisää "{ $rule }" rivin { $line } jälkeen
suggestion-add-to-groups = { $count ->
    [one] lisää "{ $rule }" rivin { $lines } jälkeen
   *[other] lisää "{ $rule }" rivien { $lines } jälkeen
}
suggestion-add-to-groups-and-star = { $count ->
    [one] lisää "{ $rule }" rivin { $lines } jälkeen ja uuteen ryhmään *
   *[other] lisää "{ $rule }" rivien { $lines } jälkeen ja uuteen ryhmään *
}
suggestion-add-group = { $repeated ->
    [0] lisää loppuun ryhmä: "User-agent: { $agent }", "{ $rule }"
    [one] lisää loppuun ryhmä: "User-agent: { $agent }", "{ $rule }" ja rivi, jota se nyt noudattaa
   *[other] lisää loppuun ryhmä: "User-agent: { $agent }", "{ $rule }" ja { $repeated } riviä, joita se nyt noudattaa
}
suggestion-reverse = vaihda rivin { $line } kentäksi { $field }
suggestion-remove = poista rivi { $line }

severity-error = virhe
severity-warning = varoitus
severity-note = huomautus
