"""The packages in what this project ships: crates of a binary, npm packages of the tester page."""
import base64
import json
import pathlib
import re
import subprocess
import tomllib
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(*command, cwd=ROOT):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def crate_tree(workspace, package, *flags, target="all"):
    """The crates in a package, with the package itself: (name, version) -> the same of those that it depends on."""
    tree, path = {}, []
    flags = [*flags, "-e", "normal", "--target", target, "--prefix", "depth"]
    for line in output("cargo", "tree", "--locked", "-p", package, *flags, cwd=workspace).splitlines():
        depth, name, version = re.match(r"(\d+)(\S+) v(\S+)", line).groups()
        del path[int(depth) :]
        if path:
            tree[path[-1]].add((name, version))
        path.append((name, version))
        tree.setdefault(path[-1], set())
    return tree


def crates(workspace):
    """What is known of each crate of a workspace: (name, version) -> the package of `cargo metadata`."""
    metadata = ["cargo", "metadata", "--locked", "--all-features", "--format-version", "1"]
    packages = json.loads(output(*metadata, cwd=workspace))["packages"]
    return {(package["name"], package["version"]): package for package in packages}


def npm_packages():
    """The npm packages in the tester page: name and what package-lock.json says of it."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    for path, package in sorted(lock["packages"].items()):
        if path and not package.get("dev"):
            yield path.removeprefix("node_modules/"), package


def expression(licence):
    """A licence of Cargo as an SPDX expression: the slash is an old form of OR."""
    return re.sub(r" ?/ ?", " OR ", licence)


def bill_of_materials(target, version, date):
    """The CycloneDX document of the command for a target: https://cyclonedx.org/docs/1.6/json/. `date` is RFC 3339."""
    tree, known = crate_tree(ROOT, "maycrawl-cli", target=target), crates(ROOT)
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    purl = {key: f"pkg:cargo/{key[0]}@{key[1].replace('+', '%2B')}" for key in tree}
    components, dependencies = [], []
    for key in sorted(tree):
        component = {"type": "library", "bom-ref": purl[key], "name": key[0], "version": key[1], "purl": purl[key]}
        component["licenses"] = [{"expression": expression(known[key]["license"])}]
        if checksums[key]:
            component["hashes"] = [{"alg": "SHA-256", "content": checksums[key]}]
        dependencies.append({"ref": purl[key], "dependsOn": sorted(purl[other] for other in tree[key])})
        if key[0] != "maycrawl-cli":
            components.append(component)
    page = {name: f"pkg:npm/{name.replace('@', '%40')}@{package['version']}" for name, package in npm_packages()}
    for name, package in npm_packages():
        algorithm, _, hashed = package["integrity"].partition("-")
        components.append({
            "type": "library", "bom-ref": page[name], "name": name, "version": package["version"], "purl": page[name],
            "licenses": [{"expression": package["license"]}],
            "hashes": [{"alg": algorithm.replace("sha", "SHA-"), "content": base64.b64decode(hashed).hex()}],
        })  # fmt: skip
        needs = [page[other] for other in package.get("dependencies", {}) if other in page]
        dependencies.append({"ref": page[name], "dependsOn": sorted(needs)})
    root = purl["maycrawl-cli", version]
    server = next(item for item in dependencies if item["ref"] == purl["maycrawl-server", version])
    direct = json.loads((ROOT / "web/package.json").read_text())["dependencies"]
    server["dependsOn"] += sorted(page[name] for name in direct)
    project = known["maycrawl-cli", version]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": date,
            "component": {
                "type": "application", "bom-ref": root, "name": "maycrawl", "version": version, "purl": root,
                "licenses": [{"expression": project["license"]}],
                "properties": [{"name": "maycrawl:target", "value": target}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    }  # fmt: skip
    # The number of the document follows from what is in it, so that a release can be made again.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document))
    return {"$schema": document["$schema"], "serialNumber": f"urn:uuid:{number}"} | document
