/** Guards of who may call: scopes, origins, sessions, roles, passwords, links. */
import type { Guard } from './guard.ts';

export const accessGuards: readonly Guard[] = [
  {
    name: 'a secret key is never stored readable',
    file: 'server/stores/create-key.ts',
    from: "token: kind === 'storefront' ? key : null,",
    to: 'token: key,',
    tests: {
      'server/stores/create-store.live.test.ts': ['§5.6 keys: a new store has one key of each kind'],
    },
  },
  {
    name: 'a path holds no text that no row can hold',
    file: 'server/http/admission/admit-request.ts',
    from: 'if (!hasForbiddenCharacters(text)) continue;',
    to: 'continue;',
    tests: { 'test/api/path-texts.test.ts': ['control characters are refused in every part of a call'] },
  },
  {
    name: 'a text that a database cannot hold is refused in a query',
    file: 'server/http/query.ts',
    from: '  if (hasForbiddenCharacters(text)) {',
    to: '  if (text.length > 1_000_000) {',
    tests: { 'test/api/path-texts.test.ts': ['a search with a control character names its parameter'] },
  },
  {
    name: 'a typed NUL keeps no searches from being stored',
    file: 'server/analytics/search-counter.ts',
    from: "query.replace(hiddenControls, '')",
    to: 'query',
    tests: {
      'server/analytics/search-counter.test.ts': ['controls of a typed text are not counted with it'],
    },
  },
  {
    name: 'a storefront key reaches no management call',
    file: 'server/http/admission/authenticate.ts',
    from: "return access !== 'secret' || kind === 'secret';",
    to: 'return true;',
    tests: {
      'test/api/authentication.test.ts': ['§5.6 keys: each kind of key reaches exactly its operations'],
    },
  },
  {
    name: 'a secret key in the address is refused',
    file: 'server/http/admission/authenticate.ts',
    from: "if (key.inQuery && grant.kind !== 'storefront') {",
    to: "if (key.inQuery && grant.kind === 'manage') {",
    tests: {
      'test/api/authentication.test.ts': [
        'Contract §2 a storefront key in the address counts on autocomplete only',
      ],
    },
  },
  {
    name: 'a key in the address counts where browsers call only',
    file: 'server/http/admission/authenticate.ts',
    from: 'return url === autocompletePath || url === eventsPath;',
    to: 'return url !== undefined;',
    tests: {
      'test/api/authentication.test.ts': [
        'Contract §2 a storefront key in the address counts on autocomplete only',
      ],
    },
  },
  {
    name: 'a key with origins is for pages of those only',
    file: 'server/http/admission/authenticate.ts',
    from: "if (access === 'storefront' && !isOriginAllowed(origin, grant)) {",
    to: "if (access === 'storefront' && origin === '') {",
    tests: {
      'test/api/authentication.test.ts': ['Contract §2 a key with origins works on their pages only'],
    },
  },
  {
    name: 'X-Api-Key wins over Authorization',
    file: 'server/http/admission/authenticate.ts',
    from: 'if (own !== null) return own;',
    to: 'if (own !== null && request.headers.authorization === undefined) return own;',
    tests: { 'test/api/authentication.test.ts': ['Contract §2 X-Api-Key wins where both headers are sent'] },
  },
  {
    name: 'a route that does not say who may call it is refused at start',
    file: 'server/http/admission/route-access.ts',
    from: "return 'does not say who may call it (config.access)';",
    to: 'return null;',
    tests: {
      'server/http/admission/route-access.test.ts': [
        'a route that contradicts its access is refused at start',
      ],
    },
  },
  {
    name: 'keys open nothing of the dashboard, and people nothing of the API',
    file: 'server/http/admission/route-access.ts',
    from: "if (access !== 'open' && access !== 'signed' && isKeyAccess(access) === isOfDashboard) {",
    to: "if (access === 'open' && isOfDashboard === undefined) {",
    tests: {
      'server/http/admission/route-access.test.ts': [
        'a route that contradicts its access is refused at start',
      ],
    },
  },
  {
    name: 'preflights of management calls are not answered',
    file: 'server/http/admission/cors.ts',
    from: '(?:autocomplete|events|collections\\/[^/?]+\\/products)',
    to: '[^?]+',
    tests: {
      'server/http/admission/cors.test.ts': ['Contract §2 preflights of other paths are not answered'],
    },
  },
  {
    name: 'an answer names the origin that it is for',
    file: 'server/http/admission/cors.ts',
    from: "grant.allowedOrigins.size === 0 ? '*' : origin",
    to: "grant.allowedOrigins.size >= 0 ? '*' : origin",
    tests: { 'server/http/admission/cors.test.ts': ['a key with origins answers those pages only'] },
  },
  {
    name: 'a page of another site changes nothing in the dashboard',
    file: 'server/http/dashboard/member.ts',
    from: 'if (isChanging(request) && isFromOtherOrigin(request, services.config)) {',
    to: "if (isChanging(request) && request.method === 'GET') {",
    tests: {
      'test/api/dashboard-sessions.test.ts': [
        'a change needs the session’s token and the dashboard’s origin',
      ],
    },
  },
  {
    name: 'a change in the dashboard needs the token of its session',
    file: 'server/http/dashboard/member.ts',
    from: 'if (isChanging(request)) checkCsrfToken(request, signedIn.session);',
    to: '',
    tests: {
      'test/api/dashboard-sessions.test.ts': [
        'a change needs the session’s token and the dashboard’s origin',
      ],
    },
  },
  {
    name: 'a session that is over opens nothing',
    file: 'server/http/dashboard/member.ts',
    from: "row === null || state === 'over' ? null",
    to: 'row === null ? null',
    tests: {
      'test/api/dashboard-sessions.test.ts': ['an idle or old session is over'],
      'server/http/dashboard/member.live.test.ts': ['a session that is over counts as unknown'],
    },
  },
  {
    name: 'a role reaches as far as it says',
    file: 'server/http/dashboard/member.ts',
    from: 'if (roles.indexOf(role) < roles.indexOf(access)) {',
    to: 'if (roles.indexOf(role) < 0) {',
    tests: { 'test/api/dashboard-members.test.ts': ['a role reaches exactly as far as documented'] },
  },
  {
    name: 'a store is open to its members only',
    file: 'server/http/dashboard/member.ts',
    from: '(await accounts.membership(storeId, userId))?.role ?? null',
    to: "(await accounts.membership(storeId, userId))?.role ?? 'viewer'",
    tests: {
      'test/api/dashboard-members.test.ts': ['another’s store is answered like a missing one'],
    },
  },
  {
    name: 'what operators do is for operators',
    file: 'server/http/dashboard/member.ts',
    from: 'if (signedIn.isOperator) return;',
    to: 'return;',
    tests: { 'test/api/dashboard-members.test.ts': ['a role reaches exactly as far as documented'] },
  },
  {
    name: 'a replaced token dies',
    file: 'server/accounts/sessions.ts',
    from: "if (isReplaced && now - rotatedAt >= limits.sessionGraceSeconds * second) return 'over';",
    to: '',
    tests: {
      'server/accounts/sessions.test.ts': ['a session ages by time, idleness and a replaced token'],
      'test/api/dashboard-sessions.test.ts': ['a day-old token is replaced and ends a minute later'],
    },
  },
  {
    name: 'an idle session ends',
    file: 'server/accounts/sessions.ts',
    from: "if (now - lastSeenAt >= limits.sessionIdleDays * day) return 'over';",
    to: '',
    tests: {
      'server/accounts/sessions.test.ts': ['a session ages by time, idleness and a replaced token'],
    },
  },
  {
    name: 'a store keeps an owner',
    file: 'server/resources/members/write-members.ts',
    from: "if (role !== 'owner') return;",
    to: 'if (role !== null) return;',
    tests: { 'test/api/dashboard-members.test.ts': ['a store keeps an owner, and an operator stays owner'] },
  },
  {
    name: 'an operator stays owner of every store',
    file: 'server/resources/members/write-members.ts',
    from: 'if (user?.isOperator === true) {',
    to: "if (user?.email === '') {",
    tests: { 'test/api/dashboard-members.test.ts': ['a store keeps an owner, and an operator stays owner'] },
  },
  {
    name: 'an invitation is open until its last day',
    file: 'server/accounts/invitations.ts',
    from: 'link.expiresAt > clock.nowMicros()',
    to: 'link.expiresAt > 0',
    tests: {
      'test/api/dashboard-links.test.ts': ['an invitation opens through its last day'],
    },
  },
  {
    name: 'a new set-up link ends those before',
    file: 'server/accounts/invitations.ts',
    from: 'await writer.deleteInvitationsFor(invited);',
    to: '',
    tests: {
      'test/api/dashboard-sessions.test.ts': ['a later start invalidates the earlier set-up link'],
    },
  },
  {
    name: 'a second invitation ends the first',
    file: 'server/resources/members/write-members.ts',
    from: "await writer.accounts.deleteInvitationsFor({ kind: 'member', storeId, email });",
    to: '',
    tests: {
      'test/api/dashboard-members.test.ts': ['a second invitation or a withdrawal ends the first'],
    },
  },
  {
    name: 'who has an account joins a store by its password',
    file: 'server/http/dashboard/routes/invitations.ts',
    from: 'if (!(await passwords.matches(password, existing.passwordHash, knownCaller(request)))) {',
    to: "if (password === '') {",
    tests: { 'test/api/dashboard-members.test.ts': ['an account holder joins with their password alone'] },
  },
  {
    name: 'a password is compared',
    file: 'server/accounts/passwords.ts',
    from: 'return timingSafeEqual(derived, key) && stored !== null;',
    to: 'return derived.length === key.length && stored !== null;',
    tests: { 'server/accounts/passwords.test.ts': ['a password matches its own hash and no other'] },
  },
  {
    name: 'a new password needs the one before',
    file: 'server/http/dashboard/routes/session.ts',
    from: 'if (!(await passwords.matches(current, user?.passwordHash ?? null, caller))) {',
    to: "if (user === null || current === '') {",
    tests: {
      'test/api/dashboard-members.test.ts': ['a new password needs the old and ends other sessions'],
    },
  },
  {
    name: 'a new password ends every other session',
    file: 'server/accounts/session-changes.ts',
    from: 'await writer.deleteSessionsOf(id, exceptSessionId);',
    to: '',
    tests: {
      'test/api/dashboard-members.test.ts': ['a new password needs the old and ends other sessions'],
    },
  },
  {
    name: 'a new password ends links to another one',
    file: 'server/accounts/session-changes.ts',
    from: "await writer.deleteInvitationsFor({ kind: 'password', storeId: null, email });",
    to: '',
    tests: {
      'test/api/dashboard-links.test.ts': ['a changed password ends the links to a new one'],
    },
  },
  {
    name: 'a flood of sign-ins is put off',
    file: 'server/accounts/nested-turns.ts',
    from: 'if (inLine.length > waitingMax) ',
    to: 'if (inLine.length < 0) ',
    tests: {
      'server/accounts/nested-turns.test.ts': ['turns are those of a list of all turns before'],
      'server/accounts/passwords.test.ts': ['a flood of sign-ins is delayed instead of queued'],
    },
  },
  {
    name: 'an e-mail that looks like another one is refused',
    file: 'server/accounts/account-fields.ts',
    from: "unseenFault('e-mail', findUnseen(email, unseenInEmail))",
    to: 'null',
    tests: {
      'server/accounts/account-fields.test.ts': ['invisible characters do not make another e-mail or name'],
      'test/api/dashboard-members.test.ts': ['characters that are not seen are refused by their place'],
    },
  },
  {
    name: 'a name that turns text around is refused',
    file: 'server/accounts/account-fields.ts',
    from: "return unseenFault('name', findUnseen(name)) ??",
    to: 'return',
    tests: {
      'server/accounts/account-fields.test.ts': ['invisible characters do not make another e-mail or name'],
      'test/api/dashboard-members.test.ts': ['characters that are not seen are refused by their place'],
    },
  },
  {
    name: 'common passwords are refused',
    file: 'server/accounts/account-fields.ts',
    from: 'if (commonPasswords.has(folded) || ',
    to: "if (folded === '' || ",
    tests: {
      'server/accounts/account-fields.test.ts': ['a weak password is refused without being repeated'],
    },
  },
  {
    name: 'the cookie of a session is for https where the page is',
    file: 'server/http/dashboard/session-cookie.ts',
    from: "? '; Secure' : ''",
    to: "? '' : ''",
    tests: {
      'test/api/dashboard-store.test.ts': ['behind a TLS proxy the cookie is for https only'],
    },
  },
  {
    name: 'scripts cannot read the cookie of a session',
    file: 'server/http/dashboard/session-cookie.ts',
    from: '; HttpOnly; SameSite',
    to: '; SameSite',
    tests: { 'test/api/dashboard-sessions.test.ts': ['the set-up link makes the first account, once'] },
  },
  {
    name: 'answers of the dashboard are kept by nobody',
    file: 'server/http/dashboard/member.ts',
    from: "reply.header('cache-control', 'no-store');",
    to: '',
    tests: {
      'test/api/dashboard-store.test.ts': ['dashboard answers are neither cached nor open to other sites'],
    },
  },
  {
    name: 'a page of the dashboard is framed by nobody',
    file: 'server/http/dashboard/page-headers.ts',
    from: 'frames: "\'self\'", ancestors: "\'none\'" });',
    to: 'frames: "\'self\'", ancestors: "\'self\'" });',
    tests: {
      'test/api/dashboard-assets.test.ts': ['only the dashboard frames its playground, and no other page'],
    },
  },
];
