// The naive version: the page parses the whole body and keeps it as objects.
import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAtOnce, offer, type Row } from './page.ts';
import { PlainTable } from './plain-table.tsx';

let show: (rows: Row[]) => void;

function Naive() {
  const [rows, setRows] = useState<Row[]>([]);
  useLayoutEffect(() => {
    show = setRows;
  }, []);
  return <PlainTable rows={rows.slice(0, 40)} />;
}

createRoot(document.querySelector('#root')!).render(<Naive />);
offer({ load: () => loadAtOnce((rows) => show(rows)) });
