# For an overlay: final: prev: { maycrawl = final.callPackage ./package.nix { }; }
{
  lib,
  stdenv,
  fetchurl,
  installShellFiles,
}:

let
  version = "@VERSION@";
  hashes = {
    x86_64-linux = {
      target = "x86_64-unknown-linux-musl";
      sha256 = "@SHA256:maycrawl-@VERSION@-x86_64-unknown-linux-musl.tar.gz@";
    };
    aarch64-linux = {
      target = "aarch64-unknown-linux-musl";
      sha256 = "@SHA256:maycrawl-@VERSION@-aarch64-unknown-linux-musl.tar.gz@";
    };
    x86_64-darwin = {
      target = "x86_64-apple-darwin";
      sha256 = "@SHA256:maycrawl-@VERSION@-x86_64-apple-darwin.tar.gz@";
    };
    aarch64-darwin = {
      target = "aarch64-apple-darwin";
      sha256 = "@SHA256:maycrawl-@VERSION@-aarch64-apple-darwin.tar.gz@";
    };
  };
  system = stdenv.hostPlatform.system;
  release = hashes.${system} or (throw "maycrawl is not released for ${system}");
in
stdenv.mkDerivation {
  pname = "maycrawl";
  inherit version;

  src = fetchurl {
    url = "@REPOSITORY@/releases/download/v${version}/maycrawl-${version}-${release.target}.tar.gz";
    inherit (release) sha256;
  };

  nativeBuildInputs = [ installShellFiles ];
  # The programs for Linux are static.
  dontPatchELF = true;

  installPhase = ''
    runHook preInstall
    install -Dm755 maycrawl -t $out/bin
    install -Dm644 LICENSE-MIT LICENSE-APACHE THIRD-PARTY-NOTICES.txt -t $out/share/doc/maycrawl
    installManPage man/man1/*.1
    installShellCompletion --bash completions/maycrawl.bash --fish completions/maycrawl.fish --zsh completions/_maycrawl
    runHook postInstall
  '';

  meta = {
    description = "May this crawler fetch this URL, and why? robots.txt exactly as Google reads it";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [ mit asl20 ];
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
    platforms = builtins.attrNames hashes;
    mainProgram = "maycrawl";
  };
}
