# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = ei tavoitettavissa
change-to-allow = salliminen: { $change }
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

label-detail = englanniksi
label-help = ohje
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
