// Divides what several pages share into few files: on a slow line a file costs a round trip, and a browser asks for six
// at a time.
import type { Plugin } from 'vite';

/** A set of modules; `pages` has a bit for each page that loads it. */
interface Chunk {
  pages: bigint;
  size: number;
  ids: string[];
  imports: Set<Chunk>;
}

/** Characters of source that one more file is worth, for each page that loads it. */
const fileCost = 5_500;

function count(bits: bigint): number {
  let found = 0;
  for (let left = bits; left !== 0n; left &= left - 1n) found += 1;
  return found;
}

const inStart = 1n;

function allImports(chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> {
  for (const it of chunk.imports) if (!found.has(it)) allImports(it, found.add(it));
  return found;
}

/** Whether one imports the other through a third: as one file, they and the third would import each other. */
const isAround = (one: Chunk, other: Chunk) =>
  [...one.imports].some((it) => it !== other && (it === one || allImports(it).has(other)));

/** What is gained by a merge, less what pages then load without a need. */
function gainOf(one: Chunk, other: Chunk): number {
  const pages = one.pages | other.pages;
  let gain = fileCost * count(one.pages & other.pages);
  for (const it of new Set([one, other, ...allImports(one), ...allImports(other)]))
    gain -= it.size * count(pages & ~it.pages);
  return gain;
}

function merge(chunks: Set<Chunk>, one: Chunk, other: Chunk): void {
  one.pages |= other.pages;
  one.size += other.size;
  one.ids.push(...other.ids);
  for (const it of other.imports) one.imports.add(it);
  chunks.delete(other);
  for (const it of chunks) if (it.imports.delete(other)) it.imports.add(one);
  one.imports.delete(one);
  for (const it of allImports(one)) it.pages |= one.pages;
}

/** Merges the two chunks that gain most, until no two gain. */
function mergeAll(chunks: Set<Chunk>): void {
  for (;;) {
    let best: { gain: number; pair?: [Chunk, Chunk] } = { gain: 0 };
    for (const one of chunks)
      for (const other of chunks) {
        if (one === other) break;
        const gain = gainOf(one, other);
        if (gain > best.gain && !isAround(one, other) && !isAround(other, one)) best = { gain, pair: [one, other] };
      }
    if (!best.pair) return;
    merge(chunks, ...best.pair);
  }
}

/**
 * @param start modules with everything that is loaded before any page
 * @param pages modules that import pages, or parts that pages load when idle
 */
export function sharedChunks(start: string[], pages: string[]) {
  const names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'shared-chunks',
    apply: 'build',
    buildEnd() {
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const bits = new Map<string, bigint>();
      const mark = (id: string, bit: bigint) => {
        const before = bits.get(id) ?? 0n;
        if ((before & (bit | inStart)) !== 0n) return;
        bits.set(id, before | bit);
        for (const it of importsOf(id)) mark(it, bit);
      };
      for (const id of start) mark(id, inStart);
      pages
        .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        .forEach((id, at) => mark(id, 2n << BigInt(at)));
      const byPages = new Map<bigint, Chunk>();
      for (const [id, of] of bits) {
        if (count(of) < 2) continue;
        const chunk = byPages.get(of) ?? { pages: of, size: 0, ids: [], imports: new Set() };
        byPages.set(of, chunk);
        chunk.ids.push(id);
        chunk.size += this.getModuleInfo(id)?.code?.length ?? 0;
      }
      for (const chunk of byPages.values())
        for (const id of chunk.ids.flatMap(importsOf)) {
          const imported = byPages.get(bits.get(id) ?? 0n);
          if (imported && imported !== chunk) chunk.imports.add(imported);
        }
      const chunks = new Set(byPages.values());
      mergeAll(chunks);
      [...chunks].forEach(({ ids }, at) => ids.forEach((id) => names.set(id, `shared-${at}`)));
    },
  };
  return { plugin, nameOf: (id: string) => names.get(id) ?? null };
}
