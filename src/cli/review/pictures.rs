//! The curve of the expected result and the last position, as pictures.

use super::{Reviewed, title};
use crate::board::Side;
use crate::eval::win_rate;
use crate::picture::{BoardPicture, CurvePicture, CurvePoint, Mark};

/// The curve.
pub(super) fn curve_picture(reviewed: &Reviewed) -> CurvePicture {
    CurvePicture {
        title: title(reviewed),
        points: curve_points(reviewed),
        first: reviewed.positions[0].ply(),
    }
}

/// Black's expected result before the first move and after each.
pub(super) fn curve_points(reviewed: &Reviewed) -> Vec<CurvePoint> {
    let first = reviewed.moves.first().map(|first| {
        let own = win_rate(first.before, reviewed.rule);
        let black = if first.side == Side::Black { own } else { 1.0 - own };
        CurvePoint { black, marked: false }
    });
    let after = reviewed.moves.iter().map(|judged| CurvePoint {
        black: judged.black(reviewed.rule),
        marked: judged.judgement.is_mistake(),
    });
    first.into_iter().chain(after).collect()
}

/// The last position, mistakes marked.
pub(super) fn board_picture(reviewed: &Reviewed) -> BoardPicture {
    let last = &reviewed.positions[reviewed.positions.len() - 1];
    let mut picture = BoardPicture::of(last, reviewed.rule);
    picture.title(title(reviewed));
    for judged in reviewed.moves.iter().filter(|judged| judged.judgement.is_mistake()) {
        picture.mark(judged.point, Mark::Cross);
    }
    picture
}
