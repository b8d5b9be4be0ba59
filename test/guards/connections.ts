/** Guards of who may be connected, and for how long. */
import type { Guard } from './guard.ts';

export const connectionsGuards: readonly Guard[] = [
  {
    name: 'a burst of connections waits to be accepted',
    file: 'server/serving/front.ts',
    from: ', backlog: limits.connectionsWaiting',
    to: '',
    tests: {
      'test/scenarios/many-connections.test.ts': ['a busy thread turns no burst of connections away'],
    },
  },
  {
    name: 'connections that end at once leave turns to others',
    file: 'server/http/client-errors.ts',
    from: 'if (endedThisTurn === endsPerTurn) waiting.push(socket);\n  else {',
    to: '{',
    tests: {
      'server/http/client-errors.live.test.ts': ['connections that end at once end a hundred a turn'],
    },
  },
  {
    name: 'requests sent ahead are bounded',
    file: 'server/http/admission/requests-ahead.ts',
    from: 'if (count > limits.requestsAheadMax) {',
    to: 'if (count < 0) {',
    tests: {
      'server/http/keystroke/parser-stop.live.test.ts': [
        'requests sent far ahead end the connection at once',
      ],
    },
  },
  {
    name: 'requests that were answered do not count as ahead',
    file: 'server/http/admission/requests-ahead.ts',
    from: '(waiting.get(socket) ?? 1) - 1',
    to: 'waiting.get(socket) ?? 1',
    tests: {
      'server/http/keystroke/parser-stop.live.test.ts': ['few requests sent ahead are answered in order'],
    },
  },
  {
    name: 'requests of a dropped connection do not begin',
    file: 'server/http/keystroke/parser-stop.ts',
    from: 'if (parser) parser.onIncoming = () => unknownToParser;',
    to: '',
    tests: {
      'server/http/keystroke/parser-stop.live.test.ts': [
        'requests sent far ahead end the connection at once',
      ],
    },
  },
  {
    name: 'unwanted pieces are dropped unread',
    file: 'server/http/keystroke/parser-stop.ts',
    from: '    else parser[onBody] = undefined;\n',
    to: '    else usual.call(parser, piece);\n',
    tests: { 'server/http/keystroke/parser-stop.live.test.ts': ['the rest of an unwanted body is not read'] },
  },
  {
    name: 'a parser that dropped pieces reads those of others',
    file: 'server/http/keystroke/parser-stop.ts',
    from: '    parser[onBody] = usual;\n',
    to: '',
    tests: { 'server/http/keystroke/parser-stop.live.test.ts': ['the rest of an unwanted body is not read'] },
  },
  {
    name: 'a keystroke before the parser is one whole request',
    file: 'server/http/keystroke/keystroke-socket.ts',
    from: ')+)\\r\\n$/;',
    to: ')+)\\r\\n/;',
    tests: {
      'server/http/keystroke/keystroke-socket.live.test.ts': [
        'any bytes are answered as by the parser alone',
        'only a whole plain keystroke is read',
      ],
    },
  },
  {
    name: 'a keystroke before the parser has one host',
    file: 'server/http/keystroke/keystroke-socket.ts',
    from: "return hostCount === 1 ? { method: 'GET', url, rawHeaders } : null;",
    to: "return { method: 'GET', url, rawHeaders };",
    tests: {
      'server/http/keystroke/keystroke-socket.live.test.ts': ['only a whole plain keystroke is read'],
    },
  },
  {
    name: 'a keystroke before the parser tells of no body',
    file: 'server/http/keystroke/keystroke-socket.ts',
    from: 'if (otherHeaders.has(known)) return null;',
    to: '',
    tests: {
      'server/http/keystroke/keystroke-socket.live.test.ts': ['only a whole plain keystroke is read'],
    },
  },
  {
    name: 'a connection that sends nothing before the parser ends',
    file: 'server/http/keystroke/keystroke-socket.ts',
    from: '    socket.setTimeout(limits.headerTimeoutMs);\n',
    to: '',
    tests: {
      'server/http/keystroke/keystroke-socket.live.test.ts': ['a connection that sends nothing has its time'],
    },
  },
  {
    name: 'pieces of a body have a least size',
    file: 'server/http/server.ts',
    from: 'if (isChunked) boundPieces(request, response);',
    to: '',
    tests: {
      'test/api/admission.test.ts': ['a body in tiny pieces is refused, others continue'],
      'server/http/server.test.ts': ['tiny pieces that nothing reads end the connection'],
    },
  },
  {
    name: 'a refusal ends the reading of requests',
    file: 'server/http/client-errors.ts',
    from: '  stopParsing(socket);\n',
    to: '',
    tests: { 'server/http/server.test.ts': ['requests that expect too much are bounded like others'] },
  },
  {
    name: 'a request to upgrade ends its connection',
    file: 'server/http/server.ts',
    from: 'if (isUpgrade) response.shouldKeepAlive = false;',
    to: '',
    tests: { 'test/api/one-answer.test.ts': ['a request to upgrade is answered, and ends its connection'] },
  },
  {
    name: 'a body comes in chunks or with a length',
    file: 'server/http/server.ts',
    from: ' : isOther ? otherCoding : null;',
    to: ' : null;',
    tests: { 'test/api/one-answer.test.ts': ['a body without a known end is refused, once'] },
  },
  {
    name: 'an answered request is not refused besides',
    file: 'server/http/client-errors.ts',
    from: 'if (last?.request.complete === false) {',
    to: 'if (socket.destroyed && last !== undefined) {',
    tests: { 'test/api/one-answer.test.ts': ['a body that breaks after the answer gets no other'] },
  },
  {
    name: 'nothing follows an answer that ends its connection',
    file: 'server/http/client-errors.ts',
    from: "else if (behind.headersSent) behind.once('finish', () => answerInTurn(error, socket));",
    to: 'else if (!behind.destroyed) answerInTurn(error, socket);',
    tests: { 'test/api/one-answer.test.ts': ['nothing follows an answer that ends its connection'] },
  },
  {
    name: 'a body longer than it said is no answer to the next request',
    file: 'server/http/client-errors.ts',
    from: 'else behind.shouldKeepAlive = false;',
    to: "else behind.once('finish', () => answerInTurn(error, socket));",
    tests: {
      'test/api/one-answer.test.ts': ['a body that nothing announced ends the connection unanswered'],
    },
  },
  {
    name: 'a refusal waits for the answers before it',
    file: 'server/http/client-errors.ts',
    from: "if (response.socket === null && !response.writableFinished) response.once('socket', refuse);",
    to: 'if (response.headersSent && response.socket === null) refuse();',
    tests: { 'test/api/one-answer.test.ts': ['a refusal is answered behind earlier answers'] },
  },
  {
    name: 'a refused caller holds no connection',
    file: 'server/http/client-errors.ts',
    from: 'setTimeout(() => socket.destroy(), lingerMs)',
    to: 'setTimeout(() => {}, lingerMs)',
    tests: { 'server/http/client-errors.live.test.ts': ['a refused caller who never hangs up is closed'] },
  },
  {
    name: 'a network has its part of the connections',
    file: 'server/http/admission/connection-admission.ts',
    from: 'const networkParts: NetworkParts = [8, 4, 2];',
    to: 'const networkParts: NetworkParts = [0, 4, 2];',
    tests: {
      'test/scenarios/many-connections.test.ts': [
        'one address takes its share of connections, others come in',
      ],
    },
  },
  {
    name: 'wider networks have their part of the connections',
    file: 'server/http/admission/connection-admission.ts',
    from: 'const networkParts: NetworkParts = [8, 4, 2];',
    to: 'const networkParts: NetworkParts = [8, 0, 0];',
    tests: {
      'test/scenarios/many-connections.test.ts': ['all addresses of a wider network share their part'],
    },
  },
  {
    name: 'proxies that are trusted share no part of the connections',
    file: 'server/http/admission/connection-admission.ts',
    from: "['127.0.0.0/24', '::1', ...trustProxy]",
    to: "['127.0.0.0/24', '::1', ...trustProxy.slice(1)]",
    tests: { 'test/scenarios/many-connections.test.ts': ['trusted proxies have no share, and a bound'] },
  },
  {
    name: 'connections leave descriptors for everything else',
    file: 'server/settings/connection-limit.ts',
    from: 'const ownDescriptors = 256;',
    to: 'const ownDescriptors = 0;',
    tests: {
      'test/scenarios/many-connections.test.ts': ['trusted proxies have no share, and a bound'],
      'test/scenarios/doctor.test.ts': ['doctor warns where few files may be open'],
    },
  },
  {
    name: 'the place of a connection is free when it closes',
    file: 'server/http/admission/connection-admission.ts',
    from: 'giveBackShares(held, pool, shares, 1);',
    to: '',
    tests: {
      'test/scenarios/many-connections.test.ts': [
        'one address takes its share of connections, others come in',
      ],
    },
  },
  {
    name: 'strangers wait for a short time where many are connected',
    file: 'server/http/admission/connection-admission.ts',
    from: 'if (open > most) timer ??=',
    to: 'if (open < 0) timer ??=',
    tests: { 'test/scenarios/many-connections.test.ts': ['waiting strangers are dropped among many'] },
  },
  {
    name: 'trusted proxies wait as long as ever',
    file: 'server/http/admission/connection-admission.ts',
    from: "if (!trusted(socket.remoteAddress ?? '')) crowd.hurry(socket);",
    to: 'crowd.hurry(socket);',
    tests: { 'test/scenarios/many-connections.test.ts': ['waiting strangers are dropped among many'] },
  },
  {
    name: 'a TLS handshake must end',
    file: 'server/http/server.ts',
    from: 'handshakeTimeout: limits.handshakeTimeoutMs,',
    to: '',
    tests: { 'test/api/https.test.ts': ['a TLS handshake that does not end is cut'] },
  },
];
