//! Signed webhooks, in the form of standardwebhooks.com: `webhook-id`, `webhook-timestamp` and `webhook-signature`, the
//! HMAC-SHA256 over id, time and body. A receiver that knows the secret can tell who sent a message, that it is whole,
//! and that it is not an old one; the id tells it a message that arrives twice.

use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maycrawl_fetch::{Fetcher, ResourceError, Timestamp};
use ring::hmac;

use crate::inputs::input;
use crate::text::output::Failure;

/// How long a receiver may take.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The variable of the environment that has the secret.
const VARIABLE: &str = "MAYCRAWL_WEBHOOK_SECRET";

/// The shortest secret in bytes.
const MIN_BYTES: usize = 16;

/// The secret that signs webhooks.
pub(in crate::commands::watch) struct Secret(hmac::Key);

impl Secret {
    /// The secret out of a file, or out of the environment: never out of the arguments, which every user of a machine
    /// can read. `whsec_` and base64, or any other text.
    ///
    /// # Errors
    /// There is none, it is too short, or the file cannot be read.
    pub(in crate::commands::watch) fn read(file: Option<&Path>) -> Result<Self, Failure> {
        let text = match file {
            Some(path) => input::whole(path, "a secret")?,
            None => std::env::var(VARIABLE).unwrap_or_default().into_bytes(),
        };
        let text = text.trim_ascii();
        if text.is_empty() {
            return Err(Failure::new(format!(
                "webhooks are signed; write the secret to a file and name it with --secret-file, or set {VARIABLE}"
            )));
        }
        let secret = match text.strip_prefix(b"whsec_") {
            Some(encoded) => STANDARD.decode(encoded).map_err(|_| {
                Failure::new(
                    "the secret of webhooks begins with whsec_, and its rest is not base64",
                )
            })?,
            None => text.to_vec(),
        };
        if secret.len() < MIN_BYTES {
            return Err(Failure::new(format!(
                "the secret of webhooks has {} bytes; {MIN_BYTES} are the fewest",
                secret.len()
            )));
        }
        Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, &secret)))
    }

    /// The value of `webhook-signature`.
    fn sign(&self, id: &str, seconds: u64, body: &[u8]) -> String {
        let signed = [format!("{id}.{seconds}.").as_bytes(), body].concat();
        format!("v1,{}", STANDARD.encode(hmac::sign(&self.0, &signed)))
    }
}

/// Sends a message once. Any status but 2xx is a failure, a redirect too: the secret's owner named this URL, not
/// another.
pub(super) async fn post(
    fetcher: &Fetcher,
    url: &str,
    (secret, id, now): (&Secret, &str, Timestamp),
    json: &[u8],
) -> Result<(), String> {
    let seconds = now.as_millis() / 1000;
    let fields = [
        ("content-type", "application/json".to_owned()),
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", secret.sign(id, seconds, json)),
    ];
    match fetcher.post(url, &fields, json.to_vec(), TIMEOUT).await {
        Ok(200..300) => Ok(()),
        Ok(status) => Err(format!("it answers {status}")),
        Err(ResourceError::Refused) => Err("its port is not allowed".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_that_of_the_example_of_standard_webhooks() {
        // The example of the specification, whose secret is public.
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let secret = Secret(hmac::Key::new(hmac::HMAC_SHA256, &secret));
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signature = secret.sign(id, 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
