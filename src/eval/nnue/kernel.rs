//! Which instructions do the arithmetic.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::cells::{Cells, Delta, PointRow, Pooled};
use super::network::{Head, Network, Row};
use super::portable;
use super::shape::OUTCOMES;

/// How the arithmetic of the network is done. What comes out is the same.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Kernel {
    /// In plain integers, for every processor.
    pub const PORTABLE: Kernel = Kernel(Instructions::Portable);

    /// With the instructions of AVX2, if the processor knows them.
    pub fn avx2() -> Option<Kernel> {
        #[cfg(target_arch = "x86_64")]
        return Avx2::detect().map(|avx2| Kernel(Instructions::Avx2(avx2)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// The fastest that the processor knows.
    pub fn best() -> Kernel {
        Kernel::avx2().unwrap_or(Kernel::PORTABLE)
    }

    /// Its name, for those who measure.
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
        }
    }

    #[inline]
    pub(super) fn apply(self, network: &Network, cells: &mut Cells, deltas: &[Delta]) {
        match self.0 {
            Instructions::Portable => portable::apply(network, cells, deltas),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.apply(network, cells, deltas),
        }
    }

    #[inline]
    pub(super) fn pooled_after(self, network: &Network, cells: &Cells, deltas: &[Delta]) -> Pooled {
        match self.0 {
            Instructions::Portable => portable::pooled_after(network, cells, deltas),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.pooled_after(network, cells, deltas),
        }
    }

    #[inline]
    pub(super) fn value(self, head: &Head, pooled: &Pooled) -> [i32; OUTCOMES] {
        match self.0 {
            Instructions::Portable => portable::value(head, pooled),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.value(head, pooled),
        }
    }

    #[inline]
    pub(super) fn policy(self, head: &Head, sum: &Row, point: &PointRow) -> i32 {
        match self.0 {
            Instructions::Portable => portable::policy(head, sum, point),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.policy(head, sum, point),
        }
    }
}
