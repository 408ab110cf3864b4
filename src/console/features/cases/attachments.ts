/** A file of a case: a link if its address is safe to follow, else the reason why not. */
interface Attachment {
  name: string;
  link?: { href: string; host: string };
  /** The original address, if it is no link. */
  address?: string;
  why?: string;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

function attachmentOf(given: unknown): Attachment {
  const { filename, url } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const address = textOf(url) || (typeof given === 'string' ? given : '');
  const name = textOf(filename) || 'File without a name';
  if (address === '') return { name, why: 'No address available.' };
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed) return { name, address, why: 'Not a complete web address.' };
  // A scheme such as javascript: or data: would run in, or imitate, this page's origin.
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return { name, address, why: `Not opened from here: ${parsed.protocol} is no web address.` };
  if (parsed.username || parsed.password)
    return { name, address: '', why: 'Not opened from here: it holds a password.' };
  return { name, link: { href: parsed.href, host: parsed.host } };
}

/** The files of a case in any shape; undefined if the service returned none. */
export function attachmentsOf(value: unknown): Attachment[] | undefined {
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).map(attachmentOf);
}
