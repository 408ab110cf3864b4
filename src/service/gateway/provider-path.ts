import { notFound } from '#service/base/errors.ts';

/**
 * What a merchant number, product or organisation may contain in a path at a provider. Servers read dot segments, slashes of either
 * kind, parameters after a semicolon and nested escapes differently, so nothing with one is passed on.
 */
const segmentShape = /^[\p{L}\p{N}_~-][\p{L}\p{N}_ .~-]*$/u;

/** The path of an operation at a provider, built from checked segments only. @throws HttpError 404 for others. */
export function providerPath(pattern: string, names: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = names[name] ?? '';
    if (!segmentShape.test(segment)) throw notFound();
    return encodeURIComponent(segment);
  });
}
