// Reads an answer as fast as possible, in its own process, and reports seconds, bytes, and optionally records.
process.on(
  'message',
  async (/** @type {{ url: string, token: string, counting: boolean }} */ { url, token, counting }) => {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    let bytes = 0;
    let records = 0;
    let rest = Buffer.alloc(0);
    const fieldName = '"TransactionDate"';
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      if (!counting) continue;
      const text = Buffer.concat([rest, piece]);
      let at = text.indexOf(fieldName);
      let end = 0;
      for (; at >= 0; at = text.indexOf(fieldName, end)) {
        records++;
        end = at + fieldName.length;
      }
      // The field name may begin in this chunk and end in the next.
      rest = Buffer.from(text.subarray(Math.max(end, text.length - fieldName.length + 1)));
    }
    process.send?.({ status: answer.status, seconds: (performance.now() - began) / 1000, bytes, records });
  },
);
