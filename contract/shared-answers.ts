/**
 * Shapes that answers of several resources share. They hold no rule: an answer is never checked against them outside
 * tests.
 */
// Tests: test/api/documents.test.ts.
import { type TString, Type } from 'typebox';

/** An answer that only says what was done. */
export const MessageSchema = Type.Object({ message: Type.String() }, { $id: 'Message' });

/** Damaged rows that a list leaves out; `plural` names the resource, `field` the one that names a row in addresses. */
export function unreadableOf<Field extends string = 'id'>(plural: string, field = 'id' as Field) {
  const names = { [field]: Type.String() } as { readonly [Name in Field]: TString };
  return Type.Optional(
    Type.Array(Type.Object({ ...names, message: Type.String() }), {
      description: `The ${plural} that cannot be read. Absent if all can be read.`,
    }),
  );
}
