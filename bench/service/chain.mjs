// A chain of the audit, written at once.

/**
 * Appends entries to a chain, each as long as that of a change of one field.
 * @param {import('pg').ClientBase} sql
 * @param {string} merchant
 * @param {number} count
 */
export const fillChain = (sql, merchant, count) =>
  sql.query(`
    do $$
    declare
      head record;
      entry text;
    begin
      insert into audit_checkpoint (merchant, sequence, hash) values ('${merchant}', 0, '') on conflict do nothing;
      select sequence, hash into head from audit_checkpoint where merchant = '${merchant}';
      for n in head.sequence + 1 .. head.sequence + ${count} loop
        entry := json_build_object('Version', 1, 'Merchant', '${merchant}', 'At', '2026-01-01T08:00:00.000Z',
          'Action', 'clientEdit', 'Actor', json_build_object('Kind', 'person', 'Id', 'staff', 'Name', 'Sam Staff'),
          'Context', json_build_object('Address', '127.0.0.1', 'Session', repeat('s', 43), 'Program', 'console'),
          'Product', 'EFT', 'CallSequence', n, 'Outcome', 'done', 'Items', 1, 'Digest', repeat('d', 43),
          'Targets', json_build_array(json_build_object('ClientNumber', 'C' || n)),
          'Changes', json_build_array(json_build_object('ClientNumber', 'C' || n, 'Field', 'ClientName',
            'Old', 'Thandi Nkosi', 'New', 'Thandi Dlamini')));
        head.hash := sha256(head.hash || int8send(n::bigint) || sha256(convert_to(entry, 'UTF8')));
        head.sequence := n;
        insert into audit_entry (merchant, sequence, hash, entry) values ('${merchant}', n, head.hash, entry);
      end loop;
      update audit_checkpoint set sequence = head.sequence, hash = head.hash where merchant = '${merchant}';
    end
    $$`);
