/**
 * Parses addresses of databases. `postgres://user@one:5432,two:5432/shop?target_session_attrs=read-write` names several servers as
 * libpq does: the caller uses the first that answers and, unless the address says otherwise, takes writes. A fault never repeats the address,
 * which may hold a password. No name is looked up. For a wrong address `databaseUrlFault` returns the
 * wanted form as text and never throws: another scheme, an address that cannot be parsed, or an unknown `target_session_attrs`.
 */
// Tests: ./database-url.test.ts.

/** The servers of a connection string. */
export interface Servers {
  /** One connection string each, at least one. */
  readonly urls: readonly string[];
  /** Whether servers that only read are passed over. */
  readonly needsWritable: boolean;
}

const form = /^(postgres(?:ql)?:\/\/)([^/?]*)([^?]*)\??(.*)$/s;

/** The supported ones of libpq's values. */
const sessionAttributes = ['any', 'read-write', 'primary'];

/** The form that a wrong address should have, or null for a right one. */
export function databaseUrlFault(url: string): string | null {
  const [, , authority = '', path = '', query = ''] = form.exec(url) ?? [];
  const isWhole =
    `${authority}${path}${query}` !== '' && serversOf(url).urls.every((one) => URL.canParse(one));
  if (!isWhole)
    return 'postgres://user:password@host:port/database, or several host:port separated by commas';
  const wanted = new URLSearchParams(query).get('target_session_attrs');
  if (wanted === null || sessionAttributes.includes(wanted)) return null;
  return `target_session_attrs of ${sessionAttributes.join(', ')}`;
}

/**
 * Splits an address, which `databaseUrlFault` has accepted, into one for each server. Of several, one that takes writes is wanted
 * unless `target_session_attrs` says otherwise.
 */
export function serversOf(url: string): Servers {
  const [, scheme = '', authority = '', path = '', query = ''] = form.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const userEnd = authority.lastIndexOf('@') + 1;
  // A path of a Unix socket cannot be the host of a URL, so it comes as a parameter.
  const byParameter = parameters.get('host')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? [];
  const attributes = parameters.get('target_session_attrs');
  parameters.delete('target_session_attrs');
  const hosts = byParameter.length > 1 ? byParameter : authority.slice(userEnd).split(',');
  const urls = hosts.map((host, index) => {
    const own = new URLSearchParams(parameters);
    if (byParameter.length > 1) own.set('host', host);
    const port = ports.length > 1 ? ports[index] : undefined;
    if (port !== undefined) own.set('port', port);
    const place = byParameter.length > 1 ? authority : authority.slice(0, userEnd) + host;
    return `${scheme}${place}${path}${own.size > 0 ? `?${own}` : ''}`;
  });
  const isForWriting = attributes === 'read-write' || attributes === 'primary';
  return { urls, needsWritable: isForWriting || (attributes === null && urls.length > 1) };
}
