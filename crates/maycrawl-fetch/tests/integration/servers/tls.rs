//! Certificates for servers: good ones, and one of each kind of bad.

use std::sync::Arc;

use maycrawl_fetch::CertificateDer;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// An authority that only this test knows.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pub certificate: CertificateDer<'static>,
}

impl Authority {
    pub fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        // Only the signatures would distinguish two authorities with the same name.
        let name = format!("authority {:?}", &key.public_key_raw()[..8]);
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap().der().clone();
        Self { issuer: Issuer::new(params, key), certificate }
    }

    /// A certificate for these names and addresses.
    pub fn leaf(&self, names: &[&str]) -> Arc<ServerConfig> {
        self.sign(&params(names))
    }

    /// One that was valid in 2020.
    pub fn expired(&self, names: &[&str]) -> Arc<ServerConfig> {
        let mut params = params(names);
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2021, 1, 1);
        self.sign(&params)
    }

    /// One that will be valid in 2090.
    pub fn not_yet_valid(&self, names: &[&str]) -> Arc<ServerConfig> {
        let mut params = params(names);
        params.not_before = date_time_ymd(2090, 1, 1);
        params.not_after = date_time_ymd(2091, 1, 1);
        self.sign(&params)
    }

    fn sign(&self, params: &CertificateParams) -> Arc<ServerConfig> {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap().der().clone();
        config(certificate, &key)
    }
}

/// A certificate that vouches for itself.
pub fn self_signed(names: &[&str]) -> Arc<ServerConfig> {
    let key = KeyPair::generate().unwrap();
    let certificate = params(names).self_signed(&key).unwrap().der().clone();
    config(certificate, &key)
}

fn params(names: &[&str]) -> CertificateParams {
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    CertificateParams::new(names).unwrap()
}

fn config(certificate: CertificateDer<'static>, key: &KeyPair) -> Arc<ServerConfig> {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    Arc::new(config)
}
