import { xmlText } from './text.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The XML head of every part, and the cell formats by their position in `styleSheet`. */
export const styles = {
  head,
  main,
  number: 0,
  title: 1,
  amount: 2,
  integer: 3,
  date: 4,
  dateTime: 5,
  text: 6,
} as const;
export type CellFormat = Exclude<keyof typeof styles, 'head' | 'main'>;

// Formats 1, 4 and 49 are built in: `0`, `#,##0.00` and text, which keeps a code's zeros when the cell is edited.
const formats: readonly [format: number, font: number][] = [
  [0, 0],
  [49, 1],
  [4, 0],
  [1, 0],
  [164, 0],
  [165, 0],
  [49, 0],
];

const styleSheet = [
  `${head}<styleSheet xmlns="${main}">`,
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>',
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  // The format reserves the first two fills.
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length}">`,
  ...formats.map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  ),
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

/** Everything except sheets and strings, by name. */
export function packageParts(names: readonly string[]): [name: string, text: string][] {
  const numbers = names.map((_, index) => index + 1);
  const override = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${type}.${kind}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;
  const sheet = (number: number) => `worksheets/sheet${number}`;
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('workbook', 'sheet.main'),
    ...numbers.map((number) => override(sheet(number), 'worksheet')),
    override('styles', 'styles'),
    override('sharedStrings', 'sharedStrings'),
  ];
  const related = [
    ...numbers.map((number) => relation(`s${number}`, 'worksheet', `${sheet(number)}.xml`)),
    relation('styles', 'styles', 'styles.xml'),
    relation('strings', 'sharedStrings', 'sharedStrings.xml'),
  ];
  const listed = numbers.map(
    (number) => `<sheet name="${xmlText(names[number - 1] as string)}" sheetId="${number}" r:id="s${number}"/>`,
  );
  const relationships = (list: string) =>
    `${head}<Relationships xmlns="${packaged}/relationships">${list}</Relationships>`;
  return [
    ['[Content_Types].xml', `${head}<Types xmlns="${packaged}/content-types">${types.join('')}</Types>`],
    ['_rels/.rels', relationships(relation('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews>` +
        `<sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(related.join(''))],
    ['xl/styles.xml', styleSheet],
  ];
}
