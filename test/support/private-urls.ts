/**
 * Addresses by which somebody may try to reach the inside of a network: every notation of private places, names that resolve to them,
 * other schemes, and addresses that parsers read differently. It resolves and calls nothing. Every entry must be refused; one that a
 * parser cannot read counts as refused, too. Ports are the test's.
 */

/** Names of hostile zones and what they resolve to. */
export const hostileZone: ReadonlyMap<string, readonly string[]> = new Map([
  ['loop.example', ['127.0.0.1']],
  ['loop6.example', ['::1']],
  ['127.0.0.1.nip.example', ['127.0.0.1']],
  ['zero.example', ['0.0.0.0']],
  ['zero6.example', ['::']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['compatible.example', ['::127.0.0.1']],
  ['nat64.example', ['64:ff9b::7f00:1']],
  ['sixtofour.example', ['2002:7f00:1::']],
  ['meta.example', ['169.254.169.254']],
  ['azure.example', ['168.63.129.16']],
  ['ten.example', ['10.0.0.1']],
  ['oneseventytwo.example', ['172.16.0.1']],
  ['oneninetytwo.example', ['192.168.1.1']],
  ['carrier.example', ['100.64.0.1']],
  ['unique-local.example', ['fd00:ec2::254']],
  ['link-local.example', ['fe80::1']],
  ['zone.example', ['fe80::1%lo']],
  ['multicast.example', ['224.0.0.1']],
  ['broadcast.example', ['255.255.255.255']],
  ['mixed.example', ['8.8.4.4', '127.0.0.1']],
  ['mixed-first.example', ['127.0.0.1', '8.8.4.4']],
  ['mixed-families.example', ['2606:4700::1111', '127.0.0.1']],
  ['mixed-six.example', ['2606:4700::1111', '::1']],
  ['kubernetes.default.svc', ['10.96.0.1']],
  ['empty.example', []],
  ['garbage.example', ['no address']],
]);

const ipv4Hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0x7f.1',
    '0x7f000001',
    '0x7F.0x0.0x0.0x1',
  ],
  ...['2130706433', '017700000001', '0177.0.0.1', '0177.0.0.01', '127.000.000.001', '0.0.0.0', '0', '0x0'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.%31'],
  ...['10.0.0.1', '10.255.255.255', '0xA.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '0300.0250.0.1'],
  ...['169.254.169.254', '0xA9FEA9FE', '2852039166', '169.254.170.2', '100.64.0.1', '100.100.100.200'],
  ...['192.0.0.192', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
];

const ipv6Hosts = [
  ...['::1', '::', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1'],
  ...['::ffff:169.254.169.254', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b:1::7f00:1'],
  ...[
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '3fff::1',
    '5f00::1',
  ],
  ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '100::1', '4000::1', '::1%25lo'],
].map((host) => `[${host}]`);

const insideNames = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'db.localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'db',
    'metadata.google.internal',
  ],
  ...['router.lan', 'printer.local', 'host.docker.internal', 'nas.home.arpa', 'unknown.example'],
];

/** Lists every address that must be refused; `port` is one that something inside listens on. */
export function listPrivateUrls(port: number): readonly string[] {
  const hosts = [...ipv4Hosts, ...ipv6Hosts, ...insideNames, ...hostileZone.keys()];
  const inside = `127.0.0.1:${port}`;
  return [
    ...hosts.map((host) => `https://${host}:${port}/feed.xml`),
    ...['http', 'ftp', 'gopher', 'ws', 'wss', 'file', 'dict', 'ldap', 'blob:https'].map(
      (scheme) => `${scheme}://${inside}/feed.xml`,
    ),
    ...['data:text/csv,a', 'javascript:fetch(1)', 'file:///etc/passwd', 'unix:/var/run/docker.sock'],
    `https://shop.example@${inside}/`,
    `https://shop.example:443@${inside}/`,
    `https://shop.example%40${inside}/`,
    `https://${inside}#@shop.example/`,
    `https://${inside}?@shop.example/`,
    `https://${inside}\\@shop.example/`,
    `https://shop.example\\@${inside}/`,
    `https://127.0.0.1%00.shop.example:${port}/`,
    `https://127.0.0.1\t:${port}/`,
    `\thttps://${inside}/`,
    `ht\ntps://${inside}/`,
    `https:\\\\${inside}\\`,
    `https:${inside}`,
    `https:///${inside}`,
    `//${inside}/`,
    `///${inside}/`,
    'https://loop.example:22/',
    'https://loop.example:25/',
  ];
}
