/** Wood and light, made by arithmetic: no image is loaded for the board, the balls or the room. */
import {
  BackSide,
  BoxGeometry,
  Color,
  HemisphereLight,
  LinearSRGBColorSpace,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from 'three';

/** The tones of a wood, shared by all that is made of it: one change shows everywhere. */
export class WoodTones {
  readonly early = { value: new Color() };
  readonly late = { value: new Color() };
  readonly rim = { value: new Color() };

  set([early, late, rim]: Tones): void {
    this.early.value.set(early);
    this.late.value.set(late);
    // Painted as it is, whatever light falls on it.
    if (rim) this.rim.value.setStyle(rim, LinearSRGBColorSpace);
  }
}

/** Early and late wood, as CSS colours; and the line round what is round. */
export type Tones = readonly [early: string, late: string, rim?: string];

export interface WoodLook {
  /** Growth rings per ball diameter. */
  readonly rings: number;
  readonly roughness: number;
  readonly clearcoat: number;
  /** Whether a line in the other side's colour goes round it: seen against a ball of its own colour, too. */
  readonly isRimmed: boolean;
}

export const MAPLE: WoodLook = {
  rings: 5,
  roughness: 0.42,
  clearcoat: 0.45,
  isRimmed: true,
};
export const WALNUT: WoodLook = {
  rings: 5.5,
  roughness: 0.5,
  clearcoat: 0.18,
  isRimmed: true,
};
export const OAK: WoodLook = {
  rings: 1.6,
  roughness: 0.55,
  clearcoat: 0.15,
  isRimmed: false,
};

const NOISE = /* glsl */ `
  varying vec3 vWood;
  uniform vec3 woodEarly;
  uniform vec3 woodLate;
  uniform float woodRings;
  uniform float woodBanding;
  float woodHash(vec3 p) {
    p = fract(p * 0.3183099 + vec3(0.71, 0.113, 0.419));
    p *= 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
  }
  float woodNoise(vec3 x) {
    vec3 i = floor(x), f = fract(x);
    f = f * f * (3.0 - 2.0 * f);
    return mix(
      mix(mix(woodHash(i), woodHash(i + vec3(1, 0, 0)), f.x),
          mix(woodHash(i + vec3(0, 1, 0)), woodHash(i + vec3(1, 1, 0)), f.x), f.y),
      mix(mix(woodHash(i + vec3(0, 0, 1)), woodHash(i + vec3(1, 0, 1)), f.x),
          mix(woodHash(i + vec3(0, 1, 1)), woodHash(i + vec3(1, 1, 1)), f.x), f.y), f.z);
  }
  float woodGrain(vec3 p) {
    float warp = woodNoise(p * vec3(0.35, 1.3, 1.3)) * 0.9 + woodNoise(p * vec3(0.9, 3.1, 3.1)) * 0.22;
    float ring = fract((length(p.yz + vec2(1.9, 0.6)) + warp * 0.42) * woodRings);
    float late = smoothstep(0.15, 0.82, ring) * (1.0 - smoothstep(0.9, 1.0, ring));
    float fibre = woodNoise(p * vec3(3.0, 46.0, 46.0));
    return clamp(late * 0.72 + fibre * 0.3 - 0.04, 0.0, 1.0);
  }
`;

/** How strongly pale bands are inlaid; shared by all that show them, so that one change shows at once. */
export interface Banding {
  value: number;
}

const PLAIN = /* glsl */ `
  varying vec3 vWood;
  uniform vec3 woodEarly;
  uniform vec3 woodLate;
  uniform float woodBanding;
`;
const BANDS =
  'diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.86, 0.74, 0.54), woodBanding * smoothstep(0.3, 0.34, abs(fract(vWood.y * 3.0) - 0.5)));';

/** The outermost part of a ball: a pixel and a half, or a twentieth of its radius. */
const RIM = /* glsl */ `
  float facing = clamp(dot(normalize(vNormal), normalize(vViewPosition)), 0.0, 1.0);
  float away = sqrt(1.0 - facing * facing);
  float pixel = fwidth(away);
  float line = max(0.05, 1.5 * pixel);
  gl_FragColor.rgb = mix(gl_FragColor.rgb, woodRim, smoothstep(1.0 - line - pixel, 1.0 - line, away));
`;

/**
 * A wooden material whose grain runs through the whole body, as when something is turned from it.
 * With `banding`, pale bands can be inlaid: a pattern that distinguishes the sides without colour.
 * `plain` wood has one colour and little gloss: for devices without a graphics card.
 */
export function wood(
  look: WoodLook,
  tones: WoodTones,
  plain: boolean,
  opacity = 1,
  banding: Banding = { value: 0 },
): MeshPhysicalMaterial | MeshPhongMaterial {
  const seenThrough = { transparent: opacity < 1, opacity, depthWrite: opacity === 1 };
  const material = plain
    ? new MeshPhongMaterial({ specular: '#2e2822', shininess: 14, ...seenThrough })
    : new MeshPhysicalMaterial({
        roughness: look.roughness,
        clearcoat: look.clearcoat,
        clearcoatRoughness: 0.28,
        envMapIntensity: 1,
        ...seenThrough,
      });
  const tone = plain ? '0.2' : 'woodGrain(vWood)';
  material.onBeforeCompile = (shader) => {
    shader.uniforms['woodEarly'] = tones.early;
    shader.uniforms['woodLate'] = tones.late;
    shader.uniforms['woodRings'] = { value: look.rings };
    shader.uniforms['woodBanding'] = banding;
    shader.uniforms['woodRim'] = tones.rim;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vWood;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvWood = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${plain ? PLAIN : NOISE}`)
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>\nfloat grain = ${tone};\ndiffuseColor.rgb *= mix(woodEarly, woodLate, grain);\n${BANDS}`,
      )
      .replace(
        '#include <roughnessmap_fragment>',
        '#include <roughnessmap_fragment>\nroughnessFactor += grain * 0.16 - 0.06;',
      );
    if (look.isRimmed)
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nuniform vec3 woodRim;')
        .replace('#include <dithering_fragment>', `#include <dithering_fragment>\n${RIM}`);
  };
  // Materials that are made alike are compiled once: a rim makes another program.
  material.customProgramCacheKey = () => `${plain} ${look.isRimmed}`;
  return material;
}

/** What stands in for the room where balls mirror nothing. */
export function plainLight(): HemisphereLight {
  return new HemisphereLight('#fff8ee', '#8a7a66', 1.3);
}

/** What the balls mirror: a dim room with a large window, a lamp and a warm wall. */
export function roomLight(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const box = new BoxGeometry(1, 1, 1);
  const panel = (
    color: string,
    strength: number,
    at: [number, number, number],
    size: [number, number, number],
  ) => {
    const mesh = new Mesh(
      box,
      new MeshBasicMaterial({ color: new Color(color).multiplyScalar(strength) }),
    );
    mesh.position.set(...at);
    mesh.scale.set(...size);
    room.add(mesh);
  };
  const walls = new Mesh(
    box,
    new MeshBasicMaterial({ color: new Color('#8a8076').multiplyScalar(0.75), side: BackSide }),
  );
  walls.scale.set(20, 12, 20);
  room.add(walls);
  panel('#6b5844', 0.5, [0, -5.6, 0], [19, 0.5, 19]);
  panel('#fff3df', 9, [-4, 5.4, 3], [6, 0.3, 4]);
  panel('#dfeaff', 7, [-9.6, 1.5, -2], [0.3, 5, 2.4]);
  panel('#dfeaff', 7, [-9.6, 1.5, 1.4], [0.3, 5, 2.4]);
  panel('#ffdfae', 3.5, [9.6, 0.5, 4], [0.3, 4, 6]);
  panel('#ffffff', 2, [3, 1, -9.6], [7, 4, 0.3]);
  const maker = new PMREMGenerator(renderer);
  const light = maker.fromScene(room, 0.03).texture;
  maker.dispose();
  room.traverse((object) => {
    if (object instanceof Mesh) (object.material as MeshBasicMaterial).dispose();
  });
  box.dispose();
  return light;
}
