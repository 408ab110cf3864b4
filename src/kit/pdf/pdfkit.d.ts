/** The part of pdfkit that is used; the package has no types. */
declare module 'pdfkit' {
  interface Options {
    size?: 'A4';
    margin?: number;
    font?: Uint8Array | string | null;
    info?: Record<string, string | Date>;
    lang?: string;
    tagged?: boolean;
    displayTitle?: boolean;
    pdfVersion?: '1.7';
  }
  export class PDFDocument {
    constructor(options: Options);
    y: number;
    /** The font in use, whose glyphs can be asked for. */
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
    page: { width: number; height: number };
    on(event: 'data', listener: (piece: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    registerFont(name: string, source: Uint8Array): this;
    font(source: Uint8Array | string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    text(
      text: string,
      x?: number,
      y?: number,
      options?: { width?: number; align?: 'left' | 'right'; lineBreak?: boolean },
    ): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    strokeColor(color: string): this;
    stroke(): this;
    addPage(): this;
    end(): void;
  }
}
