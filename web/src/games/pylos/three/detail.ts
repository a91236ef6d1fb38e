/** How finely the table is drawn. */
export interface Detail {
  /** Wood of one colour, without grain and reflections. */
  readonly plain: boolean;
  /** Pixels along each side of the picture that the shadows are taken from. */
  readonly shadows: number;
  /** Parts that a ball is cut into, around and from pole to pole. */
  readonly ball: readonly [number, number];
  /** Vertices per unit of length. */
  readonly board: number;
  readonly tray: number;
}

const FINE: Detail = { plain: false, shadows: 2048, ball: [48, 32], board: 30, tray: 24 };
const PLAIN: Detail = { plain: true, shadows: 512, ball: [24, 16], board: 12, tray: 10 };

/** What browsers call it when the processor draws. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Everything, or little where there is no graphics card: the processor would take seconds a frame. */
export function detailFor(context: WebGLRenderingContext | WebGL2RenderingContext): Detail {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = names && context.getParameter(names.UNMASKED_RENDERER_WEBGL);
  return SOFTWARE.test(String(name)) ? PLAIN : FINE;
}
