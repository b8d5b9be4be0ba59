/** What an answer that brings no document means to a merchant. */

/** A sentence for a status that is not 200. `hasDroppedCredentials`: a redirect led to another origin. */
export function describeStatus(status: number, hasDroppedCredentials: boolean): string {
  return `The server answered ${status}${meaningOf(status)}${
    hasDroppedCredentials && (status === 401 || status === 403)
      ? ' The address redirects to another host, which is not sent the credentials: register that address itself.'
      : ''
  }`;
}

function meaningOf(status: number): string {
  const words = statusWords.get(status);
  if (words !== undefined) return words;
  if (status >= 500) return ', a fault of its own. If it stays, ask the operator of that server.';
  if (status >= 300) return '. Check the address in a browser; it must answer 200 with the document.';
  return ', not 200. Let it answer 200 with the whole document.';
}

const statusWords = new Map([
  [204, ', which means without a document. Check what makes the feed.'],
  [206, ' with a part of the document only. Let it answer 200 with the whole.'],
  [304, ', unchanged, though it was not asked for changes. Let it answer 200 with the document.'],
  [401, ': it wants other credentials. Check auth_type and auth_secret.'],
  [403, ': it refuses. Check the credentials, and whether it blocks servers by their address.'],
  [404, ': there is nothing at this address. Check the address.'],
  [410, ': there is nothing at this address any more. Check the address.'],
  [429, ': it is asked too often. Choose a longer interval, or allow this service more requests.'],
  [503, ': it is overloaded or being worked on. If it stays, ask the operator of that server.'],
]);
