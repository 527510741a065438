class Maycrawl < Formula
  desc "May this crawler fetch this URL, and why? Reads robots.txt as Google does"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/maycrawl-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:maycrawl-@VERSION@-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/maycrawl-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:maycrawl-@VERSION@-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/maycrawl-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:maycrawl-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/maycrawl-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:maycrawl-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "maycrawl"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/maycrawl.bash" => "maycrawl"
    zsh_completion.install "completions/_maycrawl"
    fish_completion.install "completions/maycrawl.fish"
    doc.install "THIRD-PARTY-NOTICES.txt"
  end

  service do
    run [opt_bin/"maycrawl", "serve"]
    keep_alive true
  end

  test do
    (testpath/"robots.txt").write "User-agent: *\nDisallow: /checkout\n"
    output = shell_output("#{bin}/maycrawl check --robots robots.txt /checkout", 1)
    assert_match "line 2: Disallow: /checkout", output
  end
end
