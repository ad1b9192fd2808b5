#!/bin/sh
# Lays a built Touchline out as Debian does. Run it in the project's folder, after "npm install" and a build:
#
#   node scripts/build.mjs && sudo deploy/install.sh [RELEASE]
#
# DESTDIR puts everything below another root, for a package or an image. A release is never changed once it is there;
# /usr/lib/touchline is a link to the one that the next start takes.
set -eu

cd "$(dirname "$0")/.."
root=${DESTDIR:-}
release=${1-$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)}
lib=$root/usr/lib
target=$lib/touchline-$release

case $release in
  '' | *[!A-Za-z0-9.+~_-]*) echo "\"$release\" is no name of a release" >&2; exit 1 ;;
esac
node=node_modules/.bin/node
for made in "$node" apps/member/dist/index.html apps/office/dist/index.html; do
  [ -e "$made" ] || { echo "$made is missing: run npm install and node scripts/build.mjs first" >&2; exit 1; }
done
[ ! -e "$target" ] || { echo "$target is there already: name another release" >&2; exit 1; }

# The program: complete under another name first, so that an interrupted copy is never started.
mkdir -p "$lib"
part=$(mktemp -d "$lib/.touchline-XXXXXX")
trap 'rm -rf "$part"' EXIT
cp package.json package-lock.json LICENSE "$part/"
mkdir "$part/apps"
for app in server witness auditor member office; do
  cp -R "apps/$app" "$part/apps/"
done
cp -R packages scripts "$part/"
# Tests, and what building the apps left.
find "$part/apps" "$part/packages" \( -name '*.test.ts' -o -name testing -o -name node_modules \) -prune -exec rm -rf {} +
# The packages that the programs need, nested ones with those they are nested in.
"$node" deploy/packages.mjs >"$part/.packages"
while read -r folder; do
  [ ! -e "$part/$folder" ] || continue
  mkdir -p "$part/$(dirname "$folder")"
  cp -R "$folder" "$part/$folder"
done <"$part/.packages"
rm "$part/.packages"
mkdir -p "$part/node_modules/.bin"
ln -s "../$(basename "$(dirname "$(dirname "$(readlink "$node")")")")/bin/node" "$part/node_modules/.bin/node"
[ "$(id -u)" != 0 ] || chown -R 0:0 "$part"
chmod -R u+rwX,go+rX,go-w "$part"
mv "$part" "$target"
trap - EXIT
ln -s "touchline-$release" "$lib/.touchline-link-$$"
mv -T "$lib/.touchline-link-$$" "$lib/touchline"

# What systemd reads.
units=$lib/systemd/system
mkdir -p "$units" "$lib/sysusers.d" "$lib/tmpfiles.d"
for unit in deploy/systemd/*; do
  install -m 644 "$unit" "$units/"
done
install -m 644 deploy/debian/sysusers.conf "$lib/sysusers.d/touchline.conf"
install -m 644 deploy/debian/tmpfiles.conf "$lib/tmpfiles.d/touchline.conf"

# Settings of the operator are never overwritten.
mkdir -p "$root/etc/touchline"
mkdir -p -m 700 "$root/etc/touchline/secrets"
[ -e "$root/etc/touchline/touchline.env" ] || install -m 644 deploy/debian/touchline.env "$root/etc/touchline/"

# Documents, and examples of what stands in front.
doc=$root/usr/share/doc/touchline
mkdir -p "$doc/examples"
install -m 644 docs/*.md "$doc/"
for example in deploy/nginx/touchline.conf deploy/caddy/Caddyfile deploy/backup/pgbackrest.conf; do
  install -m 644 "$example" "$doc/examples/$(basename "$(dirname "$example")")-$(basename "$example")"
done

echo "Touchline $release is in $target"
