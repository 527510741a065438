//! What a site and a page say together about a use: the signals of all places, as the evidence of `maycrawl_uses`.

use maycrawl::consequence::FileKind;
use maycrawl::{Crawler, Printable, RequestUrl, RobotsTxt};
use maycrawl_uses::{
    Answer, Condition, Evidence, Family, Finding, FindingKind, LicenseDocument, LicenseTerms,
    PageLicense, PageRule, PageWord, Place, Readings, TdmRule, Unread, Use,
};

use crate::page::Page;
use crate::robots_meta::{Directive, DirectiveSource, Directives, MaxLength, UseDirective};
use crate::rsl::{RslContent, RslDocument, RslLicense, RslTerms, RslTermsKind};
use crate::tdmrep::{TdmReservation, TdmrepFile};
use crate::use_signals::{Placed, RawText, SignalPlace, SignalUrl, UseSignals};

/// The places where a site says what its content may be used for, as far as they were read.
///
/// ```
/// use maycrawl::{Crawler, RequestUrl, RobotsTxt};
/// use maycrawl_uses::{Outcome, Readings, Use};
/// use maycrawl_site::{Page, UseSources};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=yes\n");
/// let page = Page::read(b"<meta name=robots content=noai>", None, None);
/// let sources = UseSources { robots: Some(&robots), page: Some(&page), ..UseSources::default() };
/// let url = RequestUrl::parse("https://example.com/a").unwrap();
/// let answer = sources.ask(&Crawler::GOOGLEBOT, &url, Use::Train, Readings::DEFAULT);
/// // The file grants what the page refuses, and no document rules over both.
/// assert_eq!((answer.outcome, answer.strictest), (Outcome::Conflict, Some(Outcome::Refused)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct UseSources<'a> {
    /// The robots.txt of the site.
    pub robots: Option<&'a RobotsTxt<'a>>,
    /// What the header fields of the response say.
    pub fields: Option<&'a UseSignals>,
    /// The rules of its fields `X-Robots-Tag`.
    pub field_rules: &'a [Directives],
    /// Its `Content-Type`. Without it, the ending of the path says whether the content is an image.
    pub content_type: Option<&'a str>,
    /// The page.
    pub page: Option<&'a Page>,
    /// The file `/.well-known/tdmrep.json`.
    pub tdmrep: Option<&'a TdmrepFile>,
    /// RSL documents, each with the URL that a signal has for it.
    pub licenses: &'a [(&'a str, &'a RslDocument)],
    /// Signals that exist, or may exist, and that could not be read.
    pub unread: &'a [Unread<'a>],
}

const CUT: &str = "longer than what is read";
const MORE: &str = "more signals than are stored";

impl<'a> UseSources<'a> {
    /// What is known where nothing but robots.txt was asked for, as in [`Evidence::from_robots_txt`].
    #[must_use]
    pub fn from_robots_txt(robots: Option<&'a RobotsTxt<'a>>, is_unreachable: bool) -> Self {
        let evidence = Evidence::from_robots_txt(robots, is_unreachable);
        Self { robots, unread: evidence.unread, ..Self::default() }
    }
}

impl UseSources<'_> {
    /// What they say together about one use. O(bytes of the robots.txt, scopes and patterns); see
    /// [`maycrawl_uses::ask`].
    #[must_use]
    pub fn ask(
        &self,
        crawler: &Crawler,
        url: &RequestUrl,
        wanted: Use,
        readings: Readings,
    ) -> Answer {
        let usage = self.fields.and_then(|fields| fields.content_usage.as_ref());
        let usage = usage.filter(|text| !text.is_cut).map(|text| &text.bytes[..]);
        let (field, meta) = (self.tdm_field(), self.tdm_meta());
        let tdm = maycrawl_uses::TdmReservation {
            file: &self.tdm_rules(),
            field: field.as_deref().map(str::as_bytes),
            meta: meta.as_deref().map(str::as_bytes),
        };
        let named: Vec<_> =
            self.licenses.iter().map(|(name, document)| (*name, terms(document, url))).collect();
        let documents: Vec<_> =
            named.iter().map(|(url, licenses)| LicenseDocument { url, licenses }).collect();
        let inline = self.inline_documents();
        let inline: Vec<_> =
            inline.iter().map(|it| it.as_ref().map(|document| terms(document, url))).collect();
        let evidence = Evidence {
            robots: self.robots,
            content_usage: usage.as_slice(),
            tdm,
            rules: &self.rules(),
            is_image: self.is_image(url),
            licenses: &self.page_licenses(&inline),
            license_documents: &documents,
            unread: &self.unread_signals(),
        };
        let mut answer = maycrawl_uses::ask(&evidence, crawler, url, wanted, readings);
        answer.findings.extend(self.fields_not_read());
        answer
    }

    /// The fields `Content-Signal`, which only robots.txt can have.
    fn fields_not_read(&self) -> impl Iterator<Item = Finding> {
        let fields = self.fields.into_iter().flat_map(|fields| &fields.content_signals);
        fields.map(|signal| Finding {
            place: Some(Place::Field("Content-Signal")),
            kind: FindingKind::FieldNotRead,
            label: Some(Printable(&signal.value.bytes).to_string()),
        })
    }

    fn is_image(&self, url: &RequestUrl) -> bool {
        let is_image = |text: &str| text.trim_start().to_ascii_lowercase().starts_with("image/");
        let is_media = || FileKind::from_path(url.path().as_bytes()) == FileKind::Media;
        self.content_type.map_or_else(is_media, is_image)
    }

    fn tdm_rules(&self) -> Vec<TdmRule<'_>> {
        let entries = self.tdmrep.iter().flat_map(|file| &file.entries);
        let reservation = |value: &TdmReservation| match value {
            TdmReservation::Reserved => Some(1),
            TdmReservation::NotReserved => Some(0),
            TdmReservation::Unset(_) => None,
        };
        entries
            .map(|entry| TdmRule {
                location: &entry.location,
                reservation: reservation(&entry.reservation),
            })
            .collect()
    }

    fn tdm_field(&self) -> Option<String> {
        one_reservation(self.fields.iter().flat_map(|fields| &fields.tdm_reservations))
    }

    /// The reservation of the head: the report speaks of elements there.
    fn tdm_meta(&self) -> Option<String> {
        let all = self.page.iter().flat_map(|page| &page.uses.tdm_reservations);
        one_reservation(all.filter(|it| is_in_head(it.place)))
    }

    /// The rules of the fields and of the page, and what was not read of them.
    fn rules(&self) -> Vec<PageRule<'_>> {
        let of_page = self.page.iter().flat_map(|page| &page.directives);
        let mut rules = Vec::new();
        for list in of_page.chain(self.field_rules) {
            let (agent, place) = (list.agent.as_deref(), place_of_rule(list.place));
            let words = list.rules.iter().filter_map(word_of_rule);
            let words = words.chain(list.uses.iter().map(|it| word_of_use(*it)));
            let words = words.chain(list.is_cut.then_some(PageWord::Unread));
            rules.extend(words.map(|word| PageRule { agent, place, word }));
        }
        let Some(page) = self.page else { return rules };
        let of_all = |line, word| PageRule { agent: None, place: Place::Page(line), word };
        rules.extend(page.no_snippet_line.map(|line| of_all(line, PageWord::DataNoSnippet)));
        if page.left_out > 0 {
            rules.push(of_all(1, PageWord::Unread));
        }
        rules
    }

    /// The RSL documents inside the page; `None` for one that cannot be read.
    fn inline_documents(&self) -> Vec<Option<RslDocument>> {
        let all = self.page.iter().flat_map(|page| &page.uses.inline_licenses);
        let whole = |text: &&RawText| !text.is_cut;
        let read = |text: Option<&RawText>| RslDocument::read(&text.filter(whole)?.bytes).ok();
        all.map(|it| read(it.value.as_ref())).collect()
    }

    /// The licences of the fields and of the page. `inline`: the terms of each document inside the page.
    fn page_licenses<'t>(
        &'t self,
        inline: &'t [Option<Vec<LicenseTerms<'t>>>],
    ) -> Vec<PageLicense<'t>> {
        let signals = self.fields.into_iter().chain(self.page.map(|page| &page.uses));
        let links = signals.flat_map(|signals| &signals.licenses).filter(|it| !it.value.is_cut);
        let link = |it: &'t Placed<SignalUrl>| PageLicense {
            place: place_of(it.place, "Link"),
            url: it.value.url.as_deref().unwrap_or(&it.value.written),
            is_absolute: it.value.url.is_some(),
            inline: None,
            is_of_part: !is_in_head(it.place),
        };
        let scripts = self.page.iter().flat_map(|page| &page.uses.inline_licenses);
        let inline_license = |(it, terms): (&Placed<_>, &'t Option<Vec<_>>)| PageLicense {
            place: place_of(it.place, "Link"),
            url: "a licence in the page that cannot be read",
            is_absolute: true,
            inline: terms.as_ref().map(|licenses| LicenseDocument { url: "", licenses }),
            is_of_part: !is_in_head(it.place),
        };
        links.map(link).chain(scripts.zip(inline).map(inline_license)).collect()
    }

    /// The signals that were not read, those of the caller and those that the readers left out.
    fn unread_signals(&self) -> Vec<Unread<'_>> {
        let mut unread = self.unread.to_vec();
        let mut add = |family, place, reason| unread.push(Unread { family, place, reason });
        if let Some(fields) = self.fields {
            if fields.content_usage.as_ref().is_some_and(|text| text.is_cut) {
                add(Family::ContentUsage, Place::Field("Content-Usage"), CUT);
            }
            for _ in &fields.cut_links {
                add(Family::Rsl, Place::Field("Link"), CUT);
            }
            if fields.left_out > 0 {
                add(Family::Rsl, Place::Field("Link"), MORE);
                add(Family::TdmRep, Place::Field("tdm-reservation"), MORE);
            }
        }
        if self.page.is_some_and(|page| page.uses.left_out > 0) {
            add(Family::Rsl, Place::Page(1), MORE);
            add(Family::TdmRep, Place::Page(1), MORE);
        }
        let signals = self.fields.into_iter().chain(self.page.map(|page| &page.uses));
        for link in signals.flat_map(|signals| &signals.licenses).filter(|it| it.value.is_cut) {
            add(Family::Rsl, place_of(link.place, "Link"), CUT);
        }
        unread
    }
}

#[cfg(feature = "live")]
/// The families that may speak in the rest of a page that is longer than the limit: `data-nosnippet`, licences of a
/// part, and what a head of this length has. A reservation of mining stands at the beginning.
const PAGE_IS_CUT: [Unread<'static>; 3] = {
    const fn cut(family: Family) -> Unread<'static> {
        Unread { family, place: Place::Page(1), reason: "the page is longer than what is read" }
    }
    [cut(Family::OperatorRules), cut(Family::Rsl), cut(Family::NoAi)]
};

#[cfg(feature = "live")]
impl crate::live::PageAnswer {
    /// What the answer says about uses. The caller adds what the site says: its robots.txt and its files.
    #[must_use]
    pub fn use_sources(&self) -> UseSources<'_> {
        UseSources {
            fields: Some(&self.uses),
            field_rules: &self.fields,
            content_type: self.content_type.as_deref(),
            page: self.page.as_ref(),
            unread: if self.cut { &PAGE_IS_CUT } else { &[] },
            ..UseSources::default()
        }
    }
}

/// One value for the core. Several equal ones are one; of several that differ no document says which counts, so they
/// are given together, which is no value.
fn one_reservation<'t>(all: impl Iterator<Item = &'t Placed<TdmReservation>>) -> Option<String> {
    let text = |it: &'t Placed<TdmReservation>| match &it.value {
        TdmReservation::Reserved => "1",
        TdmReservation::NotReserved => "0",
        TdmReservation::Unset(written) => written.as_deref().unwrap_or_default(),
    };
    let mut values: Vec<_> = all.map(text).collect();
    values.dedup();
    (!values.is_empty()).then(|| values.join(", "))
}

fn word_of_rule(rule: &Directive) -> Option<PageWord> {
    match rule {
        Directive::NoSnippet => Some(PageWord::NoSnippet),
        Directive::MaxSnippet(MaxLength::Of(most)) => Some(PageWord::MaxSnippet(*most)),
        _ => None,
    }
}

fn word_of_use(word: UseDirective) -> PageWord {
    match word {
        UseDirective::NoAi => PageWord::NoAi,
        UseDirective::NoImageAi => PageWord::NoImageAi,
        UseDirective::NoArchive => PageWord::NoArchive,
        UseDirective::NoCache => PageWord::NoCache,
    }
}

/// The terms of a document for a URL.
fn terms<'d>(document: &'d RslDocument, url: &RequestUrl) -> Vec<LicenseTerms<'d>> {
    let of = |content: &'d RslContent, license: &'d RslLicense| LicenseTerms {
        line: content.line,
        permits: usage(&license.permits),
        prohibits: usage(&license.prohibits).unwrap_or_default(),
        condition: condition(content, license),
    };
    let scopes = document.terms_for(url).into_iter();
    scopes.flat_map(|content| content.licenses.iter().map(move |it| of(content, it))).collect()
}

fn usage(list: &[RslTerms]) -> Option<&[String]> {
    let usage = list.iter().find(|terms| terms.kind == RslTermsKind::Usage);
    usage.map(|terms| &terms.values[..])
}

/// What a licence asks for. Without a payment it is free, and a server means that a token is needed also where it is
/// free (section 3.7).
fn condition(content: &RslContent, license: &RslLicense) -> Option<Condition> {
    let limits = |kind| {
        let mut terms = license.permits.iter().chain(&license.prohibits);
        terms.any(|terms| terms.kind == kind)
    };
    if license.payments.iter().any(|payment| payment.kind.as_deref() != Some("free")) {
        Some(Condition::Payment)
    } else if limits(RslTermsKind::User) {
        Some(Condition::Users)
    } else if limits(RslTermsKind::Geo) {
        Some(Condition::Region)
    } else {
        content.server.as_ref().map(|_| Condition::Token)
    }
}

fn is_in_head(place: SignalPlace) -> bool {
    !matches!(place, SignalPlace::Page { in_head: false, .. })
}

fn place_of(place: SignalPlace, field: &'static str) -> Place {
    match place {
        SignalPlace::Field(_) => Place::Field(field),
        SignalPlace::Page { line, .. } => Place::Page(line),
    }
}

fn place_of_rule(place: DirectiveSource) -> Place {
    match place {
        DirectiveSource::Field(_) => Place::Field("X-Robots-Tag"),
        DirectiveSource::Meta(line) => Place::Page(line),
    }
}
