//! The formats of access logs.

use std::fmt;

macro_rules! formats {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $means:ident, $tentative:literal;)*) => {
        /// A format of an access log.
        ///
        /// ```
        /// use maycrawl_audit::log::LogFormat;
        ///
        /// assert_eq!(LogFormat::from_name("haproxy-clf"), Some(LogFormat::HaproxyClf));
        /// assert_eq!(LogFormat::Combined.name(), "combined");
        /// assert!(LogFormat::Iis.is_tentative());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum LogFormat { $($(#[$doc])* $variant,)* }

        impl LogFormat {
            /// All formats.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the format, as a user declares it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Whether no line of this format was seen at its source: it is read as its documentation and other
            /// programs describe it.
            #[must_use]
            pub const fn is_tentative(self) -> bool {
                match self { $(Self::$variant => $tentative),* }
            }

            /// What the time of a line means, if nothing else tells.
            pub(super) const fn time_means(self) -> TimeMeans {
                match self { $(Self::$variant => TimeMeans::$means),* }
            }
        }
    };
}

formats! {
    /// `%h %l %u %t "%r" %>s %b`, of nginx or Apache. It has no User-Agent.
    Common = "common", Unknown, false;
    /// Common with `"%{Referer}i" "%{User-agent}i"`. Further fields are ignored.
    Combined = "combined", Unknown, false;
    /// A host before common.
    VhostCommon = "vhost-common", Unknown, false;
    /// A host before combined, as Apache on Debian writes it.
    VhostCombined = "vhost-combined", Unknown, false;
    /// Combined with the host as its second field.
    Lighttpd = "lighttpd", Begin, false;
    /// Combined with an absolute URL in each request. Its scheme is invented.
    Varnish = "varnish", Begin, false;
    /// Combined with four more fields, and nothing escaped.
    TraefikClf = "traefik-clf", Begin, false;
    /// `option httplog clf` of HAProxy. Its quoted fields are neither Referer nor User-Agent.
    HaproxyClf = "haproxy-clf", Begin, false;
    /// `option httplog` of HAProxy.
    HaproxyHttp = "haproxy-http", Begin, false;
    /// The default of Envoy.
    Envoy = "envoy", Begin, false;
    /// Common with dashes in quotes, as Fastly writes it.
    Fastly = "fastly", Unknown, true;
    /// Nginx Proxy Manager.
    NginxProxyManager = "nginx-proxy-manager", End, true;
    /// W3C extended log format of IIS.
    Iis = "w3c", Unknown, true;
    /// Standard logs of CloudFront.
    CloudFront = "cloudfront", End, false;
    /// Standard logs of CloudFront, version 2, as JSON.
    CloudFrontJson = "cloudfront-json", End, false;
    /// Application Load Balancer of AWS.
    Alb = "alb", Begin, true;
    /// Server access logs of S3.
    S3 = "s3", Begin, true;
    /// What a [`LogPattern`](super::LogPattern) says.
    Pattern = "pattern", Unknown, false;
    /// JSON with names of nginx, or with similar names.
    Json = "json", Unknown, false;
    /// Caddy.
    Caddy = "caddy", End, false;
    /// Traefik, as JSON.
    TraefikJson = "traefik-json", Begin, false;
    /// Logpush of Cloudflare, data set `http_requests`.
    Cloudflare = "cloudflare", Begin, false;
    /// Load balancers of Google Cloud.
    GoogleCloud = "google-cloud", Unknown, true;
    /// Front Door of Azure.
    AzureFrontDoor = "azure-front-door", End, true;
    /// DataStream 2 of Akamai.
    Akamai = "akamai", Begin, true;
}

/// What the time of a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeMeans {
    /// The request began.
    Begin,
    /// The answer ended.
    End,
    /// The format does not tell: Apache writes the beginning and nginx the end, with equal lines.
    Unknown,
}

impl LogFormat {
    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Whether the lines are objects of JSON.
    pub(super) const fn is_json(self) -> bool {
        use LogFormat::{
            Akamai, AzureFrontDoor, Caddy, CloudFrontJson, Cloudflare, GoogleCloud, Json,
            TraefikJson,
        };
        matches!(
            self,
            Akamai
                | AzureFrontDoor
                | Caddy
                | CloudFrontJson
                | Cloudflare
                | GoogleCloud
                | Json
                | TraefikJson
        )
    }
}

impl fmt::Display for LogFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
