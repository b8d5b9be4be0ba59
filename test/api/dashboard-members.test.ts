/**
 * Goal: in a store everybody can do what their role says and nothing else, and nobody learns of other stores. Method:
 * people with each role on one service, through the dashboard's own calls, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createInvitation } from '../../server/accounts/invitations.ts';
import { createSystemClock } from '../../server/clock.ts';
import {
  goodPassword,
  inviteTo,
  joinAs,
  newVisitor,
  type SessionBody,
  setUpOperator,
  signInAs,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { useService } from '../support/use-service.ts';

interface MemberList {
  readonly members: readonly { readonly id: string; readonly email: string; readonly role: string }[];
  readonly invitations: readonly { readonly id: string; readonly email: string }[];
}

interface AuditList {
  readonly entries: readonly {
    readonly action: string;
    readonly subject: string;
    readonly actor: { readonly email: string } | null;
    readonly details: object;
  }[];
  readonly next_cursor: string | null;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    let people = 0;
    /** A person who was never here. */
    function newEmail(): string {
      people += 1;
      return `person-${people}@shop.example`;
    }

    /** A store with somebody of each role. */
    async function createTeam() {
      const { store } = await service.createStore();
      const join = (role: string) => joinAs(service, operator, store.id, { email: newEmail(), role });
      const owner = await join('owner');
      return { storeId: store.id, owner, editor: await join('editor'), viewer: await join('viewer') };
    }

    test('a store has so many people, those invited among them', async () => {
      const { store } = await service.createStore();
      const { storage } = service.current();
      const clock = createSystemClock();
      const inviteMany = (count: number, at: typeof clock) =>
        storage.accounts.write(async (writer) => {
          for (let number = 0; number < count; number += 1) {
            const invited = { kind: 'member', storeId: store.id, email: newEmail(), role: 'viewer' } as const;
            await writer.insertInvitation(createInvitation(invited, at).invitation);
          }
        });
      await inviteMany(limits.peopleMax - 1, clock);
      // Long over, so it takes no place.
      await inviteMany(1, { ...clock, nowMicros: () => 0 });
      const path = `/stores/${store.id}/members`;
      await inviteTo(operator, store.id, { email: newEmail(), role: 'viewer' });
      const full = await operator.call('POST', path, { email: newEmail(), role: 'viewer' });
      expectError(full, 'conflict');
      const [first] = (await membersOf(operator, store.id)).invitations;
      await operator.call('DELETE', `/stores/${store.id}/invitations/${first?.id}`);
      await inviteTo(operator, store.id, { email: newEmail(), role: 'viewer' });
    });

    const membersOf = async (visitor: Visitor, storeId: string) =>
      (await visitor.call('GET', `/stores/${storeId}/members`)).as<MemberList>();

    const idOf = async (visitor: Visitor) =>
      (await visitor.call('GET', '/session')).as<SessionBody>().user.id;

    test('a role reaches exactly as far as documented', async () => {
      const { storeId, owner, editor, viewer } = await createTeam();
      const reads = ['settings', 'members', 'keys'];
      for (const person of [operator, owner, editor, viewer]) {
        for (const read of reads) {
          assert.equal((await person.call('GET', `/stores/${storeId}/${read}`)).status, 200, read);
        }
      }
      const id = await idOf(viewer);
      const writes = [
        ['PATCH', 'settings', { name: 'Mine' }],
        ['POST', 'members', { email: newEmail(), role: 'owner' }],
        ['PATCH', `members/${id}`, { role: 'owner' }],
        ['DELETE', `members/${id}`, undefined],
        ['DELETE', `invitations/${id}`, undefined],
        ['POST', 'keys', { scope: 'secret', name: 'Mine' }],
        ['PATCH', `keys/${id}`, { name: 'Mine' }],
        ['DELETE', `keys/${id}`, undefined],
        ['GET', 'audit', undefined],
      ] as const;
      for (const person of [editor, viewer]) {
        for (const [method, path, body] of writes) {
          const answer = await person.call(method, `/stores/${storeId}/${path}`, body);
          expectError(answer, 'insufficient_role');
        }
        expectError(await person.call('POST', '/stores', { name: 'Mine' }), 'insufficient_role');
      }
      assert.equal((await owner.call('GET', `/stores/${storeId}/audit`)).status, 200);
      expectError(await owner.call('POST', '/stores', { name: 'Mine' }), 'insufficient_role');
    });

    test('another’s store is answered like a missing one', async () => {
      const { owner } = await createTeam();
      const theirs = (await service.createStore()).store.id;
      const none = theirs.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'));
      const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      for (const path of ['settings', 'members', 'audit', 'keys']) {
        const answer = await owner.call('GET', `/stores/${theirs}/${path}`);
        expectError(answer, 'not_found');
        for (const id of [none, 'x', '%00']) {
          const unknown = await owner.call('GET', `/stores/${id}/${path}`);
          assert.equal(withoutId(unknown.text), withoutId(answer.text));
        }
      }
      expectError(await owner.call('PATCH', `/stores/${theirs}/settings`, { name: 'Mine' }), 'not_found');
      expectError(await newVisitor(service).call('GET', `/stores/${theirs}/settings`), 'signed_out');
    });

    test('an invitation works once, for its e-mail and role', async () => {
      const { store } = await service.createStore({ name: 'Lamps' });
      const email = newEmail();
      const token = await inviteTo(operator, store.id, { email: email.toUpperCase(), role: 'viewer' });
      const guest = newVisitor(service);
      const path = `/invitations/${token}`;
      const { invitation } = (await guest.call('GET', path)).as<{ invitation: Record<string, unknown> }>();
      assert.deepEqual(invitation, {
        ...{ kind: 'member', email, role: 'viewer', store: { name: 'Lamps' }, has_account: false },
        expires_at: invitation.expires_at,
      });
      const weak = await guest.call('POST', path, { name: ' ', password: email.toUpperCase() });
      assert.deepEqual(
        expectError(weak, 'validation_failed').map((fault) => fault.path),
        ['/name', '/password'],
      );
      const person = { name: 'Grace', password: goodPassword };
      const both = await Promise.all([1, 2].map(() => newVisitor(service).call('POST', path, person)));
      assert.deepEqual(both.map(({ status }) => status === 200).toSorted(), [false, true]);
      expectError(await guest.call('GET', path), 'not_found');
      expectError(await guest.call('POST', path, person), 'not_found');
      const { members, invitations } = await membersOf(operator, store.id);
      assert.deepEqual(
        members.map((member) => [member.email, member.role]),
        [
          [email, 'viewer'],
          ['ada@shop.example', 'owner'],
        ],
      );
      assert.deepEqual(invitations, []);
    });

    test('an account holder joins with their password alone', async () => {
      const { storeId, editor } = await createTeam();
      const { email } = (await editor.call('GET', '/session')).as<SessionBody>().user;
      const { store } = await service.createStore();
      const token = await inviteTo(operator, store.id, { email, role: 'owner' });
      const thief = await newVisitor(service).call('POST', `/invitations/${token}`, {
        ...{ name: 'Thief', password: 'another good one' },
      });
      expectError(thief, 'sign_in_failed');
      const again = newVisitor(service);
      const joined = await again.call('POST', `/invitations/${token}`, { password: goodPassword });
      const stores = joined.as<SessionBody>().stores.map(({ id, role }) => [id, role]);
      assert.deepEqual(
        new Map(stores as [string, string][]),
        new Map([
          [storeId, 'editor'],
          [store.id, 'owner'],
        ]),
      );
      const invite = await operator.call('POST', `/stores/${store.id}/members`, { email, role: 'viewer' });
      expectError(invite, 'conflict');
    });

    test('characters that are not seen are refused by their place', async () => {
      const { store } = await service.createStore();
      const invited = { email: 'victim\u200b@x.example', role: 'viewer' };
      const invite = await operator.call('POST', `/stores/${store.id}/members`, invited);
      const [email] = expectError(invite, 'validation_failed');
      assert.deepEqual([email?.path, email?.code], ['/email', 'email_invalid']);
      assert.match(email?.message ?? '', /^Character 7 of the e-mail is U\+200B,/);
      const token = await inviteTo(operator, store.id, { ...invited, email: newEmail() });
      const person = { name: 'Ada\u202Eada', password: goodPassword };
      const join = await newVisitor(service).call('POST', `/invitations/${token}`, person);
      const [name] = expectError(join, 'validation_failed');
      assert.deepEqual([name?.path, name?.code], ['/name', 'name_invalid']);
      assert.match(name?.message ?? '', /^Character 4 of the name is U\+202E,/);
    });

    test('a second invitation or a withdrawal ends the first', async () => {
      const { store } = await service.createStore();
      const invited = { email: newEmail(), role: 'editor' };
      const first = await inviteTo(operator, store.id, invited);
      const second = await inviteTo(operator, store.id, invited);
      const guest = newVisitor(service);
      expectError(await guest.call('GET', `/invitations/${first}`), 'not_found');
      assert.equal((await guest.call('GET', `/invitations/${second}`)).status, 200);
      const { invitations } = await membersOf(operator, store.id);
      assert.equal(invitations.length, 1);
      const path = `/stores/${store.id}/invitations/${invitations[0]?.id}`;
      assert.equal((await operator.call('DELETE', path)).status, 200);
      expectError(await operator.call('DELETE', path), 'not_found');
      expectError(await guest.call('GET', `/invitations/${second}`), 'not_found');
    });

    test('a removed or demoted member is stopped mid-session', async () => {
      const { storeId, owner, editor, viewer } = await createTeam();
      const second = await joinAs(service, owner, storeId, { email: newEmail(), role: 'owner' });
      const settings = `/stores/${storeId}/settings`;
      assert.equal((await second.call('PATCH', settings, { name: 'Ours' })).status, 200);
      const lowered = await owner.call('PATCH', `/stores/${storeId}/members/${await idOf(second)}`, {
        role: 'viewer',
      });
      assert.equal(lowered.as<{ member: { role: string } }>().member.role, 'viewer');
      expectError(await second.call('PATCH', settings, { name: 'Mine' }), 'insufficient_role');
      for (const person of [editor, viewer]) {
        const place = `/stores/${storeId}/members/${await idOf(person)}`;
        assert.equal((await owner.call('DELETE', place)).status, 200);
        expectError(await person.call('GET', settings), 'not_found');
        assert.deepEqual((await person.call('GET', '/session')).as<SessionBody>().stores, []);
        expectError(await owner.call('DELETE', place), 'not_found');
      }
    });

    test('a store keeps an owner, and an operator stays owner', async () => {
      const { storeId, owner } = await createTeam();
      const place = `/stores/${storeId}/members/${await idOf(owner)}`;
      for (const [method, body] of [
        ['PATCH', { role: 'editor' }],
        ['DELETE', undefined],
      ] as const) {
        const [fault] = expectError(await owner.call(method, place, body), 'validation_failed');
        assert.equal(fault?.code, 'last_owner');
      }
      const operators = `/stores/${storeId}/members/${await idOf(operator)}`;
      expectError(await owner.call('PATCH', operators, { role: 'viewer' }), 'validation_failed');
      expectError(await owner.call('DELETE', operators), 'validation_failed');
      assert.equal((await owner.call('PATCH', place, { role: 'owner' })).status, 200);
      assert.equal((await operator.call('PATCH', place, { role: 'viewer' })).status, 200);
    });

    test('two owners who demote each other leave one', async () => {
      const { storeId, owner } = await createTeam();
      const second = await joinAs(service, owner, storeId, { email: newEmail(), role: 'owner' });
      const [first, other] = [await idOf(owner), await idOf(second)];
      const lower = (actor: Visitor, id: string) =>
        actor.call('PATCH', `/stores/${storeId}/members/${id}`, { role: 'viewer' });
      const answers = await Promise.all([lower(owner, other), lower(second, first)]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      const { members } = await membersOf(operator, storeId);
      assert.equal(members.filter(({ role }) => role === 'owner').length, 2);
    });

    test('a new password needs the old and ends other sessions', async () => {
      const { editor } = await createTeam();
      const { email } = (await editor.call('GET', '/session')).as<SessionBody>().user;
      const elsewhere = await signInAs(service, email);
      const wrong = { current_password: 'not it at all', new_password: 'a new good one' };
      const [fault] = expectError(await editor.call('PATCH', '/account', wrong), 'validation_failed');
      assert.equal(fault?.path, '/current_password');
      const right = { ...wrong, current_password: goodPassword, name: 'Grace' };
      const { user } = (await editor.call('PATCH', '/account', right)).as<Pick<SessionBody, 'user'>>();
      assert.equal(user.name, 'Grace');
      expectError(await elsewhere.call('GET', '/session'), 'signed_out');
      assert.equal((await editor.call('GET', '/session')).as<SessionBody>().user.name, 'Grace');
      await signInAs(service, email, 'a new good one');
      const before = await newVisitor(service).call('POST', '/session', { email, password: goodPassword });
      expectError(before, 'sign_in_failed');
    });

    test('the audit log shows who did what, newest first', async () => {
      const { storeId, owner, viewer } = await createTeam();
      await owner.call('PATCH', `/stores/${storeId}/settings`, { name: 'Lamps', currency: 'eur' });
      await owner.call('PATCH', `/stores/${storeId}/settings`, { name: 'Lamps' });
      await owner.call('DELETE', `/stores/${storeId}/members/${await idOf(viewer)}`);
      const all: AuditList['entries'][number][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: AuditList = (
          await owner.call('GET', `/stores/${storeId}/audit?limit=3&cursor=${cursor}`)
        ).as<AuditList>();
        all.push(...page.entries);
        cursor = page.next_cursor;
      }
      assert.deepEqual(
        all.map(({ action }) => action),
        [
          ...['member.removed', 'store.changed'],
          ...['member.joined', 'member.invited'],
          ...['member.joined', 'member.invited'],
          ...['member.joined', 'member.invited', 'store.created'],
        ],
      );
      const [, changed] = all;
      assert.deepEqual(changed?.details, {
        name: { from: 'Test shop', to: 'Lamps' },
        currency: { from: 'USD', to: 'EUR' },
      });
      assert.equal(changed?.actor?.email, (await owner.call('GET', '/session')).as<SessionBody>().user.email);
      assert.equal(all.at(-1)?.actor, null);
      const { store } = await service.createStore();
      const others = (await operator.call('GET', `/stores/${store.id}/audit`)).as<AuditList>().entries;
      assert.deepEqual(
        others.map(({ action }) => action),
        ['store.created'],
      );
    });
  });
}
